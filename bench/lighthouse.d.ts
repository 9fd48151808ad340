/** The part of Lighthouse that bench/console.ts uses, so that types are checked without installing its 150 MB. */
declare module 'lighthouse' {
  interface Report {
    categories: Record<string, { score: number | null } | undefined>
    audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>
  }

  export const desktopConfig: object
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: 'error'; disableStorageReset: boolean },
    config?: object,
  ): Promise<{ lhr: Report } | undefined>
}
