import type { ConnectorProvider } from '#app/connectors/provider'
import { DomainError } from '#app/kernel/domain_error'

type Given = Readonly<Record<string, string | null | undefined>>

/** The secrets that somebody wrote, without the fields that were left empty. */
export const writtenSecrets = (given: Given | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([key, value]) => {
      const text = (value ?? '').trim()
      return text === '' ? [] : [[key, text]]
    })
  )

type Chosen = {
  fee_account_id?: number | null | undefined
  choices?: Given | undefined
  switches?: Readonly<Record<string, boolean>> | undefined
}

/**
 * Settings with what people choose: the account that fees are booked on, and what the provider lets choose or say; what else
 * there is stays. Throws at `choices.<key>` for what is none.
 */
export function settingsWith(
  settings: Readonly<Record<string, unknown>>,
  { fee_account_id: feeAccountId, choices = {}, switches = {} }: Chosen,
  fields: Pick<ConnectorProvider, 'choices' | 'switches'>
): Record<string, unknown> {
  const chosen: Record<string, unknown> = { ...settings }
  if (feeAccountId) chosen.fee_account_id = feeAccountId
  else delete chosen.fee_account_id
  for (const { key, pattern, message } of fields.choices ?? []) {
    if (choices[key] === undefined) continue
    const text = (choices[key] ?? '').trim()
    if (text === '') delete chosen[key]
    else if (pattern.test(text)) chosen[key] = text
    else throw new DomainError('E_CHOICE', message, { field: `choices.${key}` })
  }
  for (const { key } of fields.switches ?? []) {
    if (switches[key] === true) chosen[key] = true
    else if (switches[key] === false) delete chosen[key]
  }
  return chosen
}
