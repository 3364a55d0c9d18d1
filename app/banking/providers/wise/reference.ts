import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { askWise, Refusal } from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import type { WiseField, WiseRequirement } from '#app/banking/providers/wise/words'
import type { ProviderClient } from '#app/connectors/client/provider_client'

/** Letters that a reference takes, where Wise does not tell: the longest text by currency. */
const LENGTHS: Readonly<Record<string, number>> = { EUR: 140, GBP: 18, USD: 10 }
const LENGTH_ELSEWHERE = 10

/** What a transfer must carry for the payee's country. */
export type TransferRules = { referenceMax: number; needed: readonly string[] }

/** Asks what a transfer must carry. Where Wise does not say, what is known of its currency holds. */
export async function transferRules(
  client: ProviderClient,
  asked: { targetAccount: number; quoteUuid: string },
  { currency, purpose }: Transfer
): Promise<TransferRules> {
  const details = purpose === null ? {} : { transferPurpose: purpose }
  const body = { kind: 'json', value: { ...asked, originatorLegalEntityType: 'BUSINESS', details } } as const
  const told = await askWise(client, { method: 'POST', path: paths.transferRequirements, body }).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return []
      throw error
    }
  )
  const fields = (Array.isArray(told) ? (told as WiseRequirement[]) : [])
    .flatMap((one) => one.fields ?? [])
    .flatMap(({ group }) => group ?? [])
  const ours: readonly string[] = ['reference', ...Object.keys(details)]
  return {
    referenceMax: maxOf(fields) ?? LENGTHS[currency] ?? LENGTH_ELSEWHERE,
    needed: fields
      .filter(({ key = '', required }) => required === true && !ours.includes(key))
      .map(({ name, key }) => name ?? key ?? ''),
  }
}

const maxOf = (fields: readonly WiseField[]): number | null =>
  fields.find(({ key }) => key === 'reference')?.maxLength ?? null

/**
 * The reference of a transfer: the order's number, by which it is found, and behind it what it pays as far as there is
 * room. Where not even the number fits, its end without dashes, which is what differs between orders.
 */
export function referenceFor({ orderNumber, remittance }: Transfer, max: number): string {
  if (orderNumber.length > max) return orderNumber.replaceAll(/[^A-Za-z0-9]/g, '').slice(-max)
  const plain = remittance
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 -]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(orderNumber, '')
    .trim()
  return `${orderNumber} ${plain}`.slice(0, max).trim()
}

/** Whether a reference of Wise is that of an order, whole or as short as its currency wants it. */
export function isReferenceOf(reference: string, { orderNumber }: Transfer): boolean {
  if (reference === orderNumber || reference.startsWith(`${orderNumber} `)) return true
  const plain = orderNumber.replaceAll(/[^A-Za-z0-9]/g, '')
  const shortest = Math.min(...Object.values(LENGTHS))
  return /^[A-Za-z0-9]+$/.test(reference) && reference.length >= shortest && plain.endsWith(reference)
}
