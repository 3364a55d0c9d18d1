import type { Beneficiaries, WantedBeneficiary } from '#app/banking/bank_provider'
import {
  askWise,
  isPartner,
  mustAnswer,
  PAGES_MAX,
  profileOf,
  RECIPIENTS_PAGE,
  Refusal,
} from '#app/banking/providers/wise/client'
import { keyOfError } from '#app/banking/providers/wise/field_titles'
import { paths } from '#app/banking/providers/wise/paths'
import { formOf, recipientBody } from '#app/banking/providers/wise/recipient_form'
import { toBeneficiary } from '#app/banking/providers/wise/transform'
import type { WiseQuote, WiseRecipient } from '#app/banking/providers/wise/words'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { normalizeIban } from '#app/kernel/identifiers/iban'

/** Fields are asked for by a quote; its amount changes none of them. */
const SAMPLE = { sourceCurrency: 'EUR', sourceAmount: 1_000 }

/** Recipients: Wise tells by currency which kinds of account there are and what each needs. */
export const wiseBeneficiaries: Beneficiaries = {
  async list(connection, client) {
    const all = await mustAnswer(() => listRecipients(connection, client, {}))
    return all.map((one) => toBeneficiary(one, isPartner(connection)))
  },

  async form(connection, client, { currency, country, kind, values = {} }) {
    const profile = await profileOf(connection, client)
    const quote = (await askWise(client, {
      method: 'POST',
      path: paths.quotes(profile),
      body: { kind: 'json', value: { ...SAMPLE, targetCurrency: currency } },
    })) as WiseQuote
    if (!quote.id) throw new NoAnswer('Wise no respondió un presupuesto')
    const known = country === null ? { ...values } : { 'details.address.country': country, ...values }
    const asked = { currency, kind, values: known, profile, quoteId: quote.id }
    return { kinds: await formOf(client, asked) }
  },

  async create(connection, client, wanted) {
    const profile = await profileOf(connection, client)
    try {
      // Wise has no key for this call: what it has already is not made again.
      const twin = await findTwin(connection, client, wanted)
      if (twin) return { kind: 'made', beneficiary: toBeneficiary(twin, isPartner(connection)) }
      const made = (await askWise(client, {
        method: 'POST',
        path: paths.newRecipient,
        body: { kind: 'json', value: recipientBody(wanted, profile) },
      })) as WiseRecipient
      return { kind: 'made', beneficiary: toBeneficiary(made, isPartner(connection)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const fieldErrors = Object.fromEntries(
        Object.entries(error.fields).map(([path, message]) => [keyOfError(path), message])
      )
      return { kind: 'refused', message: error.message, fieldErrors }
    }
  },

  async remove(_connection, client, externalId) {
    await askWise(client, { method: 'DELETE', path: paths.recipient(externalId) })
  },
}

/** Every recipient of the company, to the end of the list. */
async function listRecipients(
  connection: Connection,
  client: ProviderClient,
  { currency }: { currency?: string }
): Promise<WiseRecipient[]> {
  const profileId = await profileOf(connection, client)
  const all = new Map<number | undefined, WiseRecipient>()
  let seekPosition: number | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = (await askWise(client, {
      method: 'GET',
      path: paths.recipients,
      query: { profileId, currency, active: true, size: RECIPIENTS_PAGE, seekPosition },
    })) as { content?: WiseRecipient[]; seekPositionForNext?: number; seekPositionForCurrent?: number }
    if (!Array.isArray(answer?.content)) throw new NoAnswer('Wise no respondió una lista de destinatarios')
    for (const one of answer.content) all.set(one.id, one)
    const { seekPositionForNext: next, seekPositionForCurrent: current } = answer
    if (!next || next === current || next === seekPosition || answer.content.length === 0)
      return [...all.values()]
    seekPosition = next
  }
  throw new NoAnswer('La lista de destinatarios de Wise no acaba')
}

/** The key of the recipient with this account, made when there is none. Of euros: what an IBAN says is all that Wise needs. */
export async function recipientOfIban(
  connection: Connection,
  client: ProviderClient,
  payee: { name: string; iban: string; bic: string | null }
): Promise<number> {
  const wanted: WantedBeneficiary = {
    currency: 'EUR',
    country: null,
    kind: 'iban',
    name: payee.name,
    email: null,
    values: {
      'details.legalType': isCompanyName(payee.name) ? 'BUSINESS' : 'PRIVATE',
      'details.IBAN': normalizeIban(payee.iban),
    },
  }
  const twin = await findTwin(connection, client, wanted)
  if (twin?.id) return twin.id
  const profile = await profileOf(connection, client)
  const made = (await askWise(client, {
    method: 'POST',
    path: paths.newRecipient,
    body: { kind: 'json', value: recipientBody(wanted, profile) },
  })) as WiseRecipient
  if (!made.id) throw new NoAnswer('Wise no respondió un destinatario')
  return made.id
}

const isCompanyName = (name: string): boolean =>
  /\b(?:S\.?\s?[LAC]\.?\s?[LPUN]?\.?|C\.?B\.?|LTD|LIMITED|LLC|INC|GMBH|AG|BV|SAS|SARL|SRL|SPA|LDA)\.?$/i.test(
    name.trim()
  )

/** The recipient that has the account already, under the same name. */
async function findTwin(connection: Connection, client: ProviderClient, wanted: WantedBeneficiary) {
  const account = wanted.values['details.IBAN'] ?? wanted.values['details.accountNumber']
  if (!account) return null
  const plain = (text: unknown) =>
    String(text ?? '')
      .replaceAll(/\s/g, '')
      .toUpperCase()
  const all = await listRecipients(connection, client, { currency: wanted.currency })
  return (
    all.find(({ details, name, active }) => {
      const numbers = [details?.IBAN, details?.iban, details?.accountNumber].map(plain)
      return (
        active !== false && numbers.includes(plain(account)) && plain(name?.fullName) === plain(wanted.name)
      )
    }) ?? null
  )
}
