import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { wiseGateway } from '#app/banking/providers/wise/gateway'
import { wise } from '#app/banking/providers/wise/provider'
import { type SeedMovement, seedWise } from '#app/banking/providers/wise/stand_in/seed_wise'
import { wiseStandIn } from '#app/banking/providers/wise/stand_in/wise_stand_in'
import { PERSONAL_TOKEN } from '#app/banking/providers/wise/stand_in/wise_state'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { today } from '#app/kernel/time/calendar_date'
import { plainClient } from '#tests/factories/stand_ins'

const PARTNER_TOKEN = 'partner-token-of-trials'

type Options = { isPartner?: boolean; movements?: readonly SeedMovement[]; eurMinor?: number }

/** Wise played here with three balances and a jar, two recipients, and a way to it. Ended by `close`. */
export async function playWise({ isPartner = false, movements = [], eurMinor = 10_000_000 }: Options = {}) {
  const state = seedWise({
    balances: [
      { currency: 'EUR', openingMinor: eurMinor, iban: 'BE02967012345640', bic: 'TRWIBEB1XXX' },
      {
        currency: 'USD',
        openingMinor: 5_000_000,
        numbers: { ACCOUNT_NUMBER: '8310001234', ROUTING_NUMBER: '084009519' },
      },
      {
        currency: 'GBP',
        openingMinor: 2_000_000,
        numbers: { ACCOUNT_NUMBER: '31926819', SORT_CODE: '231470' },
      },
      { currency: 'EUR', openingMinor: 100_000, type: 'SAVINGS', name: 'Impuestos' },
    ],
    movements,
    recipients: [
      {
        name: 'Lavandería Sol, S. L.',
        currency: 'EUR',
        country: 'ES',
        type: 'iban',
        details: { legalType: 'BUSINESS', IBAN: 'ES9121000418450200051332' },
      },
      {
        name: 'Acme Linen Ltd',
        currency: 'GBP',
        country: 'GB',
        type: 'sort_code',
        details: { legalType: 'BUSINESS', sortCode: '040075', accountNumber: '37778842' },
      },
      {
        name: 'Booking Systems Inc',
        currency: 'USD',
        country: 'US',
        type: 'aba',
        details: {
          legalType: 'BUSINESS',
          abartn: '026073150',
          accountNumber: '8311094826',
          accountType: 'CHECKING',
        },
      },
    ],
  })
  state.tokens[PARTNER_TOKEN] = { kind: 'partner', expiresAt: null, isRevoked: false }
  const standIn = wiseStandIn({ state, hangMs: 3_000 })
  const { url, close } = await serveStandIn(standIn, { slowMs: 3_000 })
  const tokens = isPartner
    ? { accessToken: PARTNER_TOKEN, accessExpiresAt: null, refreshToken: null, consentExpiresAt: null }
    : null
  const connect = (timeoutMs = 1_000) => {
    const settings = { profileId: String(state.profile.id), isPartner, webhookPublicKey: standIn.publicKey }
    return plainClient(wise.connector, url, { token: PERSONAL_TOKEN }, tokens, { settings, timeoutMs })
  }
  const { client, connection } = connect()
  const balance = (currency: string) => {
    const found = state.balances.find((one) => one.currency === currency && one.type === 'STANDARD')
    if (!found) throw new Error(`No balance in ${currency}`)
    return found
  }
  const recipient = (currency: string) => {
    const found = state.recipients.find((one) => one.currency === currency)
    if (!found) throw new Error(`No recipient in ${currency}`)
    return found
  }
  return {
    standIn,
    state,
    client,
    connection,
    gateway: wiseGateway(connection, client),
    connect,
    /** As another process would: a connection of its own in the record. */
    gatewayAgain: (timeoutMs?: number) => {
      const again = connect(timeoutMs)
      return wiseGateway(again.connection, again.client)
    },
    balance,
    recipient,
    close,
  }
}

export type PlayedWise = Awaited<ReturnType<typeof playWise>>

let orders = 0

/** An order of euros from the balance of euros to a recipient that Wise has. */
export function orderOf(played: PlayedWise, wanted: Partial<Transfer> = {}): Transfer {
  orders++
  const { id, name } = played.recipient(wanted.currency ?? 'EUR')
  return {
    orderNumber: `OP-2026-${String(orders).padStart(6, '0')}`,
    endToEndId: `E2E${orders}`,
    amountMinor: 12_100,
    currency: 'EUR',
    debtorName: 'Hotel Miramar, S. L.',
    debtorIban: null,
    debtorRef: String(played.balance(wanted.quote?.source.currency ?? wanted.currency ?? 'EUR').id),
    payee: { kind: 'beneficiary', name, externalId: String(id), account: '•••• 1332', iban: null },
    remittance: 'Factura 2026/118 lavandería',
    executionOn: today(),
    speed: 'normal',
    quote: null,
    toleranceMinor: 0,
    attachments: [],
    purpose: null,
    toOwnRef: null,
    ...wanted,
  }
}
