import { labelOf } from '#app/kernel/text/labels'
import { KNOWN_KEYS } from '#app/rebilling/rebilling_labels'

export const KEY_NAME_MAX = 40

/** What people call a key. */
export const keyLabel = (name: string): string => labelOf(KNOWN_KEYS, name)

/** A key as it is kept: lower case, single spaces. */
export const keyName = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** A value as people and files write it, as exact text with four decimals at most; null when it is none. */
export function keyValue(text: string): string | null {
  const plain = text.replaceAll(/[\s\u00a0]/g, '')
  const spanish = /^\d{1,3}(\.\d{3})+(,\d+)?$|^\d+(,\d+)?$/.test(plain)
  const exact = spanish ? plain.replaceAll('.', '').replace(',', '.') : plain
  return /^\d{1,14}(\.\d{1,4})?$/.test(exact) ? exact : null
}
