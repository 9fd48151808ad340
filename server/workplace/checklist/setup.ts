/**
 * Configuration of SMS, email and the public URL, as shown to administrators. The URLs themselves are
 * omitted, because they contain secrets.
 */
export interface Setup {
  /** Kind of the setting, such as `log` or `aliyun`. */
  sms: string
  mail: string
  /** The scheme of the public URL, `http` or `https`. Null if no public URL is configured. */
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
