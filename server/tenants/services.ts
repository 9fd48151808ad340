declare module '../core/context.ts' {
  interface Services {
    /** A private deployment has one organization: none is applied for, created or deleted. */
    deployment: 'platform' | 'private'
  }
}
