/** How sure it is who signed in, as applications are told: by one factor, or by two. */
export const levels = ['1', '2'] as const

/** OpenID Connect Core, 2. Neither where it was not noted: a session that began before it was. */
export const howProved = ({ amr }: { amr: readonly string[] | null }): { acr?: string; amr?: string[] } =>
  amr ? { acr: levels[amr.includes('mfa') ? 1 : 0], amr: [...amr] } : {}
