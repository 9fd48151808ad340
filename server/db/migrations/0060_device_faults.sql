-- Adds the reasons for which data from a connected device is refused: topics, reports, and the MQTT version.
alter table device_refusal drop constraint device_refusal_reason_check;
alter table device_refusal add constraint device_refusal_reason_check check (
  reason in ('CREDENTIAL_NONE', 'CREDENTIAL_REVOKED', 'PASSWORD', 'CLIENT_ID', 'SUSPENDED', 'EXPIRED', 'RETIRED',
    'PROTOCOL', 'TOPIC', 'REPORT_SIZE', 'REPORT_ENCODING', 'REPORT_FORM'));
