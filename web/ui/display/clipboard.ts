import { useCommonWords } from '../commonWords.ts'
import { toast } from '../feedback/toast.ts'

/**
 * Returns a function that copies a text and shows a toast. The function resolves to whether the text was
 * copied.
 */
export function useCopy(): (text: string) => Promise<boolean> {
  const common = useCommonWords()
  return async (text) => {
    const copied = await copyText(text)
    toast(copied ? 'ok' : 'err', copied ? common.copied : common.notCopied)
    return copied
  }
}

/**
 * Copies a text to the clipboard. Also works over plain http, where browsers have no clipboard API. Returns
 * false if the text was not copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

function copyThroughSelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
