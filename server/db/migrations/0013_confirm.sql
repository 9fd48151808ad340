-- Adds the purpose 'confirm' for codes that verify the user's identity before a sensitive action.
alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add check (purpose in ('any', 'login', 'register', 'reset', 'bind', 'confirm'));
