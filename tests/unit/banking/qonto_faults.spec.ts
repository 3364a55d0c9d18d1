import { test } from '@japa/runner'
import type { SubmitAnswer, Transfer, TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { GatewayUnavailable } from '#app/banking/gateway/transfer_gateway'
import { qontoGateway } from '#app/banking/providers/qonto/gateway'
import type { ProviderAnswer, ProviderClient } from '#app/connectors/client/provider_client'
import { REQUEST_FAULTS, type RequestFault } from '#app/connectors/stand_in/stand_in_faults'
import { playQonto, qontoTransfer, STRANGER } from '#tests/factories/qonto_stand_in'

const ORDERS = 3
const STEPS_MAX = 8
/** What a fault of the transfer itself lets be known. */
const FIRST_ANSWERS: Readonly<Record<RequestFault, SubmitAnswer['kind']>> = {
  timeout_after: 'unknown',
  error_500_after: 'unknown',
  empty_body_after: 'unknown',
  lost_before: 'unknown',
  bad_gateway: 'unknown',
  rate_limited: 'later',
  expired_token: 'later',
  half_page: 'unknown',
  html_page: 'unknown',
  slow: 'unknown',
}

type Played = Awaited<ReturnType<typeof playQonto>>

/** What whoever pays does: asks before repeating what may have arrived, has it signed, and begins again otherwise. */
async function pay(
  { gateway, act }: Played,
  transfer: Transfer
): Promise<{ kinds: SubmitAnswer['kind'][]; ref: string | null }> {
  const key = crypto.randomUUID()
  const kinds: SubmitAnswer['kind'][] = []
  let answer = await gateway.submit(transfer, key)
  for (let step = 0; step < STEPS_MAX; step++) {
    kinds.push(answer.kind)
    switch (answer.kind) {
      case 'taken':
        return { kinds, ref: answer.transfer.ref }
      case 'refused':
      case 'denied':
      case 'requoted':
        return { kinds, ref: null }
      case 'authorise': {
        const { authorisation } = answer
        await act('allow')
        answer = (await gateway.resume?.([{ transfer, key }], key, authorisation))?.[0] ?? answer
        break
      }
      case 'unknown': {
        const found = await look(gateway, transfer, key)
        if (found) return { kinds, ref: found }
        answer = await gateway.submit(transfer, key)
        break
      }
      case 'later':
        answer = await gateway.submit(transfer, key)
        break
      default:
        answer satisfies never
    }
  }
  throw new Error(`No end: ${kinds.join(', ')}`)
}

async function look(gateway: TransferGateway, transfer: Transfer, key: string): Promise<string | null> {
  for (let look = 0; look < STEPS_MAX; look++)
    try {
      return (await gateway.findSubmission(transfer, key))[0]?.ref ?? null
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
    }
  throw new Error('It never says')
}

/** A service that says its first success of each path again, as under a key that it remembers. */
function repeating(client: ProviderClient): ProviderClient {
  const said = new Map<string, ProviderAnswer>()
  return {
    ask: async (request) => {
      const isMoney = request.method === 'POST' && request.path.endsWith('transfers')
      const before = isMoney ? said.get(request.path) : undefined
      const answer = before ?? (await client.ask(request))
      if (isMoney && answer.status === 200) said.set(request.path, answer)
      return answer
    },
  }
}

function assertOnce(played: Played, orders: readonly { transfer: Transfer; ref: string | null }[]) {
  const { transfers } = played.standIn.state
  for (const { transfer, ref } of orders) {
    const made = transfers.filter(({ note }) => note === transfer.orderNumber)
    if (made.length !== 1 || made[0]?.id !== ref)
      throw new Error(`${transfer.orderNumber} is there ${made.length} times, known as ${ref}`)
  }
}

test.group('Faults on the way out of Qonto', () => {
  for (const fault of REQUEST_FAULTS)
    test(`${fault}: no transfer is made twice and none is lost`, async ({ assert, cleanup }) => {
      const played = await playQonto(cleanup)
      const orders: { transfer: Transfer; ref: string | null }[] = []
      for (let order = 0; order < ORDERS; order++) {
        const transfer = qontoTransfer({ amountMinor: 10_050 + order })
        played.standIn.faults.plan('transfers.create', fault)
        const { kinds, ref } = await pay(played, transfer)
        assert.equal(kinds[0], FIRST_ANSWERS[fault])
        orders.push({ transfer, ref })
      }
      assertOnce(played, orders)
    }).timeout(30_000)

  for (const operation of ['payees.verify', 'beneficiaries.list', 'transfers.list', 'sessions.read'])
    test(`a fault of ${operation} is never an unknown transfer`, async ({ assert, cleanup }) => {
      const played = await playQonto(cleanup)
      const orders: { transfer: Transfer; ref: string | null }[] = []
      for (const fault of ['timeout_after', 'error_500_after', 'half_page', 'rate_limited'] as const) {
        const transfer = qontoTransfer({ amountMinor: 20_050, payee: STRANGER })
        if (operation === 'transfers.list') played.standIn.faults.plan('transfers.create', 'error_500_after')
        played.standIn.faults.plan(operation, fault)
        const { kinds, ref } = await pay(played, transfer)
        if (operation !== 'transfers.list') assert.notInclude(kinds, 'unknown')
        orders.push({ transfer, ref })
        played.standIn.faults.clear()
      }
      assertOnce(played, orders)
    }).timeout(30_000)

  test('amounts bring their faults with them: silence after taking it, too many requests, a signature although trusted', async ({
    assert,
    cleanup,
  }) => {
    const played = await playQonto(cleanup)
    const orders: { transfer: Transfer; ref: string | null }[] = []
    for (const [amountMinor, first] of [
      [30_002, 'unknown'],
      [30_003, 'later'],
      [30_005, 'authorise'],
      [30_006, 'taken'],
      [30_007, 'taken'],
    ] as const) {
      const transfer = qontoTransfer({ amountMinor })
      const { kinds, ref } = await pay(played, transfer)
      assert.equal(kinds[0], first)
      orders.push({ transfer, ref })
    }
    const signed = qontoTransfer({ amountMinor: 30_002, payee: STRANGER })
    const { kinds, ref } = await pay(played, signed)
    assert.deepEqual(kinds, ['authorise', 'unknown'])
    assertOnce(played, [...orders, { transfer: signed, ref }])
  })

  for (const fault of ['timeout_after', 'error_500_after', 'lost_before', 'rate_limited'] as const)
    test(`${fault} on a bulk: every transfer is made once`, async ({ assert, cleanup }) => {
      const played = await playQonto(cleanup)
      const { gateway, standIn, act } = played
      const submissions = Array.from({ length: 4 }, () => ({
        transfer: qontoTransfer(),
        key: crypto.randomUUID(),
      }))
      const bulkKey = crypto.randomUUID()
      const [asked] = (await gateway.submitBulk?.(submissions, bulkKey)) ?? []
      if (asked?.kind !== 'authorise') throw new Error('Nothing to sign')
      await act('allow')
      standIn.faults.plan('bulks.create', fault)
      const answers = (await gateway.resume?.(submissions, bulkKey, asked.authorisation)) ?? []
      const wanted = fault === 'rate_limited' ? 'authorise' : 'unknown'
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        submissions.map(() => wanted)
      )
      await standIn.work()
      const found = await Promise.all(
        submissions.map(({ transfer, key }) => gateway.findSubmission(transfer, key))
      )
      if (found.every((one) => one.length === 0)) {
        const again = (await gateway.resume?.(submissions, bulkKey, asked.authorisation)) ?? []
        assert.isTrue(again.every(({ kind }) => kind === 'taken'))
        await standIn.work()
      }
      const numbers = standIn.state.transfers.map(({ note }) => note)
      assert.deepEqual(numbers.toSorted(), submissions.map(({ transfer }) => transfer.orderNumber).toSorted())
    })

  test('a signature that is asked for in an answer that cannot be read is asked for again', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client } = await playQonto(cleanup)
    const unreadable = { status: 428, headers: {}, text: '{"sca_ses', json: undefined }
    const gateway = qontoGateway(connection, {
      ask: async (request) =>
        request.path === '/v2/sepa/transfers' ? unreadable : await client.ask(request),
    })
    assert.equal((await gateway.submit(qontoTransfer(), crypto.randomUUID())).kind, 'later')
  })

  test('an answer about another transfer is no answer to this one', async ({ assert, cleanup }) => {
    const { connection, client, standIn, act } = await playQonto(cleanup)
    const gateway = qontoGateway(connection, repeating(client))
    const first = await gateway.submit(qontoTransfer(), crypto.randomUUID())
    const second = await gateway.submit(qontoTransfer(), crypto.randomUUID())
    assert.deepEqual([first.kind, second.kind], ['taken', 'unknown'])
    const bulk = async (size: number) => {
      const submissions = Array.from({ length: size }, () => ({
        transfer: qontoTransfer(),
        key: crypto.randomUUID(),
      }))
      const bulkKey = crypto.randomUUID()
      const [asked] = (await gateway.submitBulk?.(submissions, bulkKey)) ?? []
      if (asked?.kind !== 'authorise') return asked?.kind
      await act('allow')
      return (await gateway.resume?.(submissions, bulkKey, asked.authorisation))?.[0]?.kind
    }
    assert.deepEqual([await bulk(2), await bulk(3)], ['taken', 'unknown'])
    assert.lengthOf(standIn.state.bulks, 1)
  })

  test('a key repeated within half an hour gives the first transfer', async ({ assert, cleanup }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const transfer = qontoTransfer()
    const key = crypto.randomUUID()
    const first = await gateway.submit(transfer, key)
    const again = await gateway.submit(transfer, key)
    assert.deepEqual(
      [first, again].map((answer) => (answer.kind === 'taken' ? answer.transfer.ref : answer.kind)),
      [standIn.state.transfers[0]?.id, standIn.state.transfers[0]?.id]
    )
    assert.equal(gateway.idempotencyWindowSeconds, 1800)
  })
})
