/**
 * Configuration of SMS, email and public URL, as shown to administrators. URLs that contain secrets are
 * omitted.
 */
export interface Setup {
  /** Kind of the setting, such as `log` or `aliyun`. */
  sms: string
  mail: string
  /** `http` or `https`, or null if no public URL is set. */
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
