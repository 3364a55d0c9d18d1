import type { Payee, PayeeCheck, Transfer } from '#app/banking/gateway/transfer_gateway'
import {
  API,
  ask,
  askList,
  COUNTERPARTY_EXISTS,
  memberOf,
  Refused,
} from '#app/banking/providers/revolut/client'
import { beneficiaryIdOf } from '#app/banking/providers/revolut/transform'
import type {
  WireCounterparty,
  WireCounterpartyAccount,
  WireNameCheck,
} from '#app/banking/providers/revolut/wire'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { ibanCountry, normalizeIban } from '#app/kernel/identifiers/iban'
import { foldText } from '#app/kernel/text/similarity'

const LIST_MAX = 1000

/** Whom a payment is for, in Revolut's request. */
export type Receiver = { counterparty_id: string; account_id?: string }

/** A payee that Revolut cannot be told. */
export class UnknownPayee extends Error {}

/**
 * The counterparty that a payment goes to. One that is known by an IBAN is looked for and made when it is not there; nothing of
 * it moves money. Throws UnknownPayee, and what the client throws.
 */
export async function receiverOf(
  client: ProviderClient,
  { payee, currency }: Pick<Transfer, 'payee' | 'currency'>
): Promise<Receiver> {
  switch (payee.kind) {
    case 'beneficiary': {
      const { counterpartyId, accountId } = beneficiaryIdOf(payee.externalId)
      return receiver(counterpartyId, accountId)
    }
    case 'iban': {
      const { counterparty, account } = await ensureByIban(client, payee, currency)
      return receiver(counterparty.id, account.id)
    }
    case 'email':
      throw new UnknownPayee('Revolut no paga a un correo electrónico: elija una cuenta.')
    default:
      return payee satisfies never
  }
}

const receiver = (counterparty_id: string, account_id: string | null): Receiver =>
  account_id === null ? { counterparty_id } : { counterparty_id, account_id }

type Found = { counterparty: WireCounterparty; account: WireCounterpartyAccount }
type IbanPayee = Extract<Payee, { kind: 'iban' }>

/** Making one has no key that Revolut would remember: it is looked for first, always. */
async function ensureByIban(client: ProviderClient, payee: IbanPayee, currency: string): Promise<Found> {
  const iban = normalizeIban(payee.iban)
  const same = (account: WireCounterpartyAccount) =>
    normalizeIban(account.iban ?? '') === iban && account.currency === currency
  const found = findAccount(await findCounterparties(client, { iban }), same, payee.name)
  if (found) return found
  const made = await makeCounterparty(client, {
    company_name: payee.name,
    bank_country: ibanCountry(iban),
    currency,
    iban,
    ...(payee.bic ? { bic: payee.bic } : {}),
  })
  const taken =
    findAccount([made], same, payee.name) ??
    findAccount([made], (account) => normalizeIban(account.iban ?? '') === iban, payee.name)
  if (!taken) throw new NoAnswer('Revolut no dice la cuenta del beneficiario que ha creado.')
  return taken
}

/** The account that is meant; of several that of the same name. */
function findAccount(
  all: readonly WireCounterparty[],
  isMeant: (account: WireCounterpartyAccount) => boolean,
  name: string
): Found | null {
  const found = all
    .filter(({ state }) => state !== 'deleted')
    .flatMap((counterparty) =>
      (counterparty.accounts ?? []).filter(isMeant).map((account) => ({ counterparty, account }))
    )
  const isNamed = ({ counterparty }: Found) => foldText(counterparty.name) === foldText(name)
  return found.find(isNamed) ?? found[0] ?? null
}

/** Counterparties by a number of one of their accounts. */
export async function findCounterparties(
  client: ProviderClient,
  by: { iban: string } | { account_no: string }
): Promise<WireCounterparty[]> {
  const query = { ...by, limit: LIST_MAX }
  return (await askList(client, {
    method: 'GET',
    path: `${API}/counterparties`,
    query,
  })) as WireCounterparty[]
}

/** Makes one, or gives the one that Revolut says is there already. Throws Refused. */
export async function makeCounterparty(
  client: ProviderClient,
  value: Readonly<Record<string, unknown>>
): Promise<WireCounterparty> {
  try {
    const made = await ask(client, {
      method: 'POST',
      path: `${API}/counterparty`,
      body: { kind: 'json', value },
    })
    return toCounterparty(made)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== COUNTERPARTY_EXISTS) throw error
    const id = memberOf(memberOf(error.told, 'params'), 'counterparty_id')
    if (typeof id !== 'string') throw error
    return toCounterparty(await ask(client, { method: 'GET', path: `${API}/counterparty/${id}` }))
  }
}

function toCounterparty(told: unknown): WireCounterparty {
  if (typeof memberOf(told, 'id') !== 'string')
    throw new NoAnswer('Revolut dijo un beneficiario de un modo que no se entiende.')
  return told as WireCounterparty
}

const CHECKS: Readonly<Record<string, PayeeCheck['result']>> = {
  matched: 'match',
  close_match: 'close_match',
  not_matched: 'no_match',
}

/** Whose an account is (verification of payee). What cannot be asked of an account is not possible. */
export async function checkName(
  client: ProviderClient,
  { iban, name }: { iban: string; name: string }
): Promise<PayeeCheck> {
  try {
    const value = { ...numbersOf(normalizeIban(iban)), company_name: name }
    const path = `${API}/account-name-validation`
    return toCheck(
      (await ask(client, { method: 'POST', path, body: { kind: 'json', value } })) as WireNameCheck
    )
  } catch (error) {
    if (error instanceof Refused) return { result: 'not_possible', officialName: null }
    throw error
  }
}

/** British banks are asked by the numbers that their IBAN contains. */
function numbersOf(iban: string): Record<string, string> {
  const country = ibanCountry(iban)
  if (country === 'GB') return { sort_code: iban.slice(8, 14), account_no: iban.slice(14) }
  return { iban, recipient_country: country, recipient_currency: country === 'RO' ? 'RON' : 'EUR' }
}

function toCheck({ result_code, company_name, individual_name }: WireNameCheck): PayeeCheck {
  const result = CHECKS[result_code] ?? 'not_possible'
  const person = [individual_name?.first_name, individual_name?.last_name].filter(Boolean).join(' ')
  return { result, officialName: result === 'close_match' ? company_name || person || null : null }
}
