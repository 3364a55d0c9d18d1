import {
  GatewayUnavailable,
  type KnownTransfer,
  type Quote,
  type SubmitAnswer,
  type Transfer,
  type TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { revolutGateway } from '#app/banking/providers/revolut/gateway'
import { revolutQuotes } from '#app/banking/providers/revolut/quotes'
import { type RevolutStage, revolutTransfer } from '#tests/factories/revolut'

const TURNS_MAX = 8
export const NOBODY = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

export function gatewayOf(
  stage: RevolutStage,
  options: Parameters<RevolutStage['open']>[0] = {}
): TransferGateway {
  const { client, connection } = stage.open(options)
  return revolutGateway(connection, client)
}

/** As whoever sends payments does it: later is later, and what nobody knows is looked up before it is asked for again. */
export async function carry(
  stage: RevolutStage,
  transfer: Transfer,
  { key = 'd1f0a4b2-6a4e-4a57-9b1b-0d7f3f3f1c01', timeoutMs = 5_000 } = {}
): Promise<KnownTransfer | SubmitAnswer> {
  let gateway = gatewayOf(stage, { timeoutMs })
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const answer = await gateway.submit(transfer, key)
    if (answer.kind === 'taken') return answer.transfer
    if (answer.kind === 'later') {
      gateway = gatewayOf(stage, { timeoutMs })
      continue
    }
    if (answer.kind !== 'unknown') return answer
    const [found] = await lookUp(gateway, transfer, key)
    if (found) return found
  }
  throw new Error('It never ends')
}

async function lookUp(gateway: TransferGateway, transfer: Transfer, key: string): Promise<KnownTransfer[]> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    try {
      return await gateway.findSubmission(transfer, key)
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
    }
  }
  throw new Error('Nobody answers')
}

/** When the stand-in has acted on so many requests of an operation. */
export function timesHandled({ standIn }: RevolutStage, operation: string, times: number): Promise<void> {
  const route = standIn.routes.find((one) => one.operation === operation)
  if (!route) throw new Error(`Nobody does ${operation}`)
  const { handle } = route
  let count = 0
  return new Promise((reached) => {
    route.handle = (request) => {
      const answer = handle(request)
      if (++count === times) reached()
      return answer
    }
  })
}

export const sentOf = (stage: RevolutStage) =>
  stage.standIn.state().transactions.filter(({ reference }) => reference?.includes('OP-2026-000123'))

async function quoteFor(
  stage: RevolutStage,
  targetMinor: number,
  beneficiaryExternalId: string | null
): Promise<Quote> {
  const { client, connection } = stage.open()
  const answer = await revolutQuotes.create(connection, client, {
    sourceCurrency: 'EUR',
    targetCurrency: 'USD',
    sourceMinor: null,
    targetMinor,
    beneficiaryExternalId,
    accountExternalId: stage.account('EUR'),
  })
  if (answer.kind !== 'quoted') throw new Error(answer.message)
  return answer.quote
}

/** The counterparty in dollars that the stand-in knows. */
export const inDollars = (stage: RevolutStage) => {
  const found = stage.standIn
    .state()
    .counterparties.find(({ accounts: [account] = [] }) => account?.currency === 'USD')
  const externalId = `${found?.id}/${found?.accounts?.[0]?.id}`
  return { kind: 'beneficiary', name: found?.name ?? '', externalId, account: '', iban: null } as const
}

type Way = { operations: readonly string[]; transfer: (stage: RevolutStage) => Promise<Transfer> | Transfer }

export const WAYS: Readonly<Record<string, Way>> = {
  'a payment to somebody new': {
    operations: ['counterparties.list', 'counterparties.create', 'pay'],
    transfer: (stage) => revolutTransfer(stage.account('EUR')),
  },
  'a payment in dollars at an agreed price': {
    operations: ['pay.quote', 'pay'],
    transfer: async (stage) => {
      const payee = inDollars(stage)
      const quote = await quoteFor(stage, 90_000, payee.externalId)
      return revolutTransfer(stage.account('EUR'), { payee, quote, amountMinor: 90_000, currency: 'USD' })
    },
  },
  'an exchange between own accounts': {
    operations: ['rate', 'exchange'],
    transfer: async (stage) => {
      const quote = await quoteFor(stage, 90_000, null)
      const toOwnRef = stage.account('USD')
      return revolutTransfer(stage.account('EUR'), { toOwnRef, quote, amountMinor: 90_000, currency: 'USD' })
    },
  },
  'a draft': {
    operations: ['counterparties.create', 'transactions.list', 'drafts.list', 'drafts.create'],
    transfer: (stage) => revolutTransfer(stage.account('EUR'), { asDraft: true }),
  },
}
