/**
 * What we call a transfer that Qonto does not call anything yet. It carries what Qonto will not say of it: an item of a bulk
 * until its transfer exists, a transfer between own accounts for good.
 */
export type OwnRef = {
  kind: 'bulk' | 'own'
  /** Of the bulk or of the transfer between accounts. */
  id: string
  /** The item of the bulk by its own key; the account that is charged. */
  part: string
  amountMinor: number
  orderNumber: string
}

/** `bulk:…` and `own:…`. */
export const writeRef = ({ kind, id, part, amountMinor, orderNumber }: OwnRef): string =>
  [kind, id, part, amountMinor, orderNumber].join(':')

/** Null for the key of a transfer of Qonto. */
export function readRef(ref: string): OwnRef | null {
  const [kind, id = '', part = '', amount = '', ...number] = ref.split(':')
  if (kind !== 'bulk' && kind !== 'own') return null
  return { kind, id, part, amountMinor: Number(amount), orderNumber: number.join(':') }
}
