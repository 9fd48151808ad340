/**
 * Ids of accounts. While an account is there they say who, and what they stand beside is in the register; once it is
 * erased they name nobody.
 */
export const accountIds: Readonly<Record<string, string>> = {
  account: 'id closed_by',
  account_claim: 'account_id',
  agreement: 'account_id',
  application: 'creator_id',
  audit_event: 'actor_id target_id',
  audit_personal: 'account_id',
  consent: 'account_id',
  data_export: 'account_id',
  data_export_part: 'account_id',
  event: 'object payload',
  event_pending: 'object payload',
  factor: 'account_id',
  factor_challenge: 'account_id',
  factor_reset: 'account_id asked_by confirmed_by',
  import_upload: 'account_id',
  known_device: 'account_id',
  member: 'account_id',
  message: 'account_id',
  recovery_code: 'account_id',
  session: 'account_id',
  sign_in_grant: 'account_id',
  sign_out_notice: 'account_id',
  tenant: 'creator_id modifier_id owner_id',
  tenant_application: 'applicant_id decider_id',
  tenant_join_code: 'creator_id',
  webhook: 'creator_id',
}

/**
 * What is no personal data: of organizations, devices, programs and the platform itself. Of an account only that it was
 * there: its row stays with its times and says of whom no more. `personal` of audit_place: hashes whose salt is
 * audit_personal's, which prove nothing without it.
 */
export const impersonal: Readonly<Record<string, string>> = {
  account: 'closes_at created_at enabled erased_at modified_at',
  application:
    'auth_codes backchannel_logout_uri created_at enabled first_party id jwks kind name origins post_logout_redirect_uris redirect_uris resources roles scopes tenant_id tenant_ids',
  application_error: 'application_id count detail kind last_at',
  application_hour: 'application_id failed hour signed_in',
  application_secret: 'application_id created_at ends_at hash hint id last_used_at',
  area: 'category id level name parent_id',
  audit_event: 'action application_id date_time id success target_type tenant_id',
  audit_head: 'id position seal_hash seal_number sealed',
  audit_pending: 'date_time event_id',
  audit_place: 'date_time event_id hash personal position',
  audit_seal: 'count events first hash key_id number previous quarter sealed_at signature',
  audit_seal_key: 'id value',
  audit_sending: 'due_at failures lease_id lease_until name sent',
  auth_code: 'code description_en description_zh label_en label_zh position scope',
  data_export_part: 'expires_at',
  device:
    'config created_at expired_at id info_map modified_at name produced_at specification status status_before tenant_id version_map',
  device_claim: 'id tenant_id',
  device_connection: 'device_id id tenant_id',
  device_credential: 'created_at device_id hash',
  device_expiry_told: 'id until',
  device_node: 'id renewed_at',
  device_online: 'hour peak tenant_id',
  device_presence: 'connection_id id node_id online refused_at refused_reason seen_at tenant_id',
  device_refusal: 'count device_id hour reason tenant_id',
  event: 'date_time id platform position tenant_id type',
  event_head: 'id position',
  event_pending: 'date_time id platform tenant_id type',
  event_reading: 'read_at tenant_id',
  factor: 'id',
  factor_challenge: 'expires_at',
  import_upload: 'id',
  issued: 'expires_at',
  kept_answer: 'id place',
  member: 'tenant_id',
  message: 'id',
  migration: 'applied_at checksum name version',
  row_count: 'count kind list scope',
  row_count_change: 'change id kind list scope',
  row_count_unfolded: 'change kind list scope',
  secret_key: 'created_at id kind retired_at value',
  sms: 'ask_at asked id provider provider_id reason receipt status',
  sms_hour: 'count hour provider received status undelivered',
  sms_receipt_pause: 'failures provider until',
  session: 'id',
  sign_in_grant: 'expires_at id',
  tenant:
    'address areas created_at device_count expire_at expiry_notice factor_required id internal manager_count member_count modified_at personal reference reject status upload_audit',
  tenant_application:
    'address areas decided_at id name number pinyin reference reject status submitted_at tenant_id',
  tenant_claim: 'name tenant_id',
  tenant_join_code: 'auth_codes created_at expires_at hint id max_uses revoked_at roles tenant_id used_count',
  tenant_join_code_claim: 'code_hash id tenant_id',
  verification_code: 'expires_at',
  webhook:
    'application_id created_at due_at enabled events feed former_secret former_until id last_error lease_id lease_until off_at reach secret taken tenant_id url',
  webhook_delivery: 'answer attempt date_time delivered_at due_at object position tenant_id tries webhook_id',
  webhook_tally: 'begun failed first half_hour retried webhook_id',
}
