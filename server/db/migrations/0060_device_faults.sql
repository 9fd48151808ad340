-- What a connected device sent can be refused as well: topics, reports, and the version of MQTT.
alter table device_refusal drop constraint device_refusal_reason_check;
alter table device_refusal add constraint device_refusal_reason_check check (
  reason in ('CREDENTIAL_NONE', 'CREDENTIAL_REVOKED', 'PASSWORD', 'CLIENT_ID', 'SUSPENDED', 'EXPIRED', 'RETIRED',
    'PROTOCOL', 'TOPIC', 'REPORT_SIZE', 'REPORT_ENCODING', 'REPORT_FORM'));
