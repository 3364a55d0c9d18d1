import type { Beneficiaries, WantedBeneficiary } from '#app/banking/bank_provider'
import { askWise, isPartner, mustAnswer, profileOf, Refusal } from '#app/banking/providers/wise/client'
import { keyOfError } from '#app/banking/providers/wise/field_titles'
import { findTwin, listRecipients } from '#app/banking/providers/wise/known_recipients'
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
      const twin = await twinOf(connection, client, wanted)
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
  const twin = await twinOf(connection, client, wanted)
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

const twinOf = (
  connection: Connection,
  client: ProviderClient,
  { currency, name, values }: WantedBeneficiary
) => {
  const account = values['details.IBAN'] ?? values['details.accountNumber']
  return account ? findTwin(connection, client, { currency, name, account }) : null
}
