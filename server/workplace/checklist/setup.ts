/** How the deployment reaches people, as far as an administrator sees it: never an address with its secrets. */
export interface Setup {
  /** The kind of the setting, such as `log` or `aliyun`. */
  sms: string
  mail: string
  /** `http` or `https`; null where none is set. */
  address: string | null
}

interface Settings {
  smsUrl: string
  mailUrl: string
  publicUrl: string | undefined
}

export const setupOf = ({ smsUrl, mailUrl, publicUrl }: Settings): Setup => ({
  sms: kindOf(smsUrl),
  mail: kindOf(mailUrl),
  address: publicUrl ? kindOf(publicUrl) : null,
})

const kindOf = (setting: string): string => setting.slice(0, setting.indexOf(':'))

declare module '../../core/context.ts' {
  interface Services {
    setup: Setup
  }
}
