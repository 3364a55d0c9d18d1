import { setTimeout as wait } from 'node:timers/promises'
import type { Transfer, TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { qontoGateway } from '#app/banking/providers/qonto/gateway'
import { qonto } from '#app/banking/providers/qonto/provider'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'
import { type SeedMovement, seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { QONTO_STAND_IN_CREDENTIALS } from '#app/banking/providers/qonto/stand_in/state'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { today } from '#app/kernel/time/calendar_date'
import { plainClient } from '#tests/factories/stand_ins'

export const QONTO_IBAN = 'ES4968880001670000000012'
export const QONTO_SAVINGS_IBAN = 'ES2468880001680000000025'
/** Paid without a signature. */
export const TRUSTED_IBAN = 'ES7921000813610123456789'
export const LAUNDRY = 'Lavandería Costa SL'

type Options = {
  movements?: readonly SeedMovement[]
  /** With a key alone: reading, and nothing else. */
  as?: 'key'
  slowMs?: number
  timeoutMs?: number
}

/** Qonto played here with two accounts and a trusted payee, and a connection that somebody has consented to. */
export async function playQonto(
  cleanup: (close: () => Promise<void>) => void,
  { movements = [], as, slowMs = 1_300, timeoutMs = 1_000 }: Options = {}
) {
  const standIn = qontoStandIn(
    seedQonto({
      accounts: [
        { iban: QONTO_IBAN, name: 'Cuenta principal', openingMinor: 50_000_000 },
        { iban: QONTO_SAVINGS_IBAN, name: 'Reservas', openingMinor: 1_000_000 },
      ],
      movements,
      trusted: [{ name: LAUNDRY, iban: TRUSTED_IBAN }],
    })
  )
  const { url, close } = await serveStandIn(standIn, { slowMs })
  cleanup(close)
  const name = crypto.randomUUID()
  const options = { name, timeoutMs }
  const bare = plainClient(qonto.connector, url, QONTO_STAND_IN_CREDENTIALS, null, options)
  const act = async (act: string, body: Record<string, unknown> = {}) => {
    const does = standIn.acts[act]
    if (!does) throw new Error(`Nobody does ${act}`)
    return (await does(body)) as Record<string, unknown> | undefined
  }
  if (as === 'key')
    return { ...bare, act, standIn, url, tokens: null, gateway: qontoGateway(bare.connection, bare.client) }
  const { code } = (await act('consent')) as { code: string }
  const tokens = await qonto.connector.consent?.complete(
    bare.connection,
    QONTO_STAND_IN_CREDENTIALS,
    { code, redirectUrl: 'http://127.0.0.1/back' },
    bare.client.ask
  )
  if (!tokens) throw new Error('Nobody consented')
  const { connection, client } = plainClient(
    qonto.connector,
    url,
    QONTO_STAND_IN_CREDENTIALS,
    tokens,
    options
  )
  const calm = patient(client)
  const gateway: TransferGateway = qontoGateway(
    connection,
    calm,
    async () => new Uint8Array([37, 80, 68, 70])
  )
  return { connection, client: calm, act, standIn, url, tokens, gateway }
}

/** Leaves a service alone for as long as it asks, as the frame does. */
function patient(client: ProviderClient): ProviderClient {
  let until = 0
  return {
    ask: async (request) => {
      if (until > Date.now()) await wait(until - Date.now())
      const answer = await client.ask(request)
      if (answer.status === 429) until = Date.now() + Number(answer.headers['retry-after'] ?? 1) * 1000
      return answer
    },
  }
}

let orders = 0

/** An order of ours to somebody known by IBAN; each has a number of its own. */
export function qontoTransfer(given: Partial<Transfer> = {}): Transfer {
  orders++
  return {
    orderNumber: `OP-2026-${String(orders).padStart(6, '0')}`,
    endToEndId: `E2E${orders}`,
    amountMinor: 121_000,
    currency: 'EUR',
    debtorName: 'Hotel Miramar SL',
    debtorIban: QONTO_IBAN,
    debtorRef: null,
    payee: { kind: 'iban', name: LAUNDRY, iban: TRUSTED_IBAN, bic: null },
    remittance: 'F26/1180',
    executionOn: today(),
    speed: 'normal',
    quote: null,
    toleranceMinor: 0,
    attachments: [],
    purpose: null,
    toOwnRef: null,
    ...given,
  }
}

/** Somebody whom nobody has marked as trusted. */
export const STRANGER = {
  kind: 'iban',
  name: 'Fontanería Ruiz',
  iban: 'ES9121000418450200051332',
  bic: null,
} as const
