/**
 * Configuration of SMS, email and the public URL, as shown to administrators. Contains only the schemes of
 * the URLs, because the URLs can contain secrets.
 */
export interface Setup {
  /** Scheme of the SMS URL, such as `log` or `aliyun`. `mail` is the scheme of the mail URL. */
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
