import { listed, notFound, nowOf, type Play, refuse } from '#app/banking/providers/qonto/stand_in/play'
import { askSignature, underKey } from '#app/banking/providers/qonto/stand_in/signing'
import { newId, type PlayedBulk, type WantedTransfer } from '#app/banking/providers/qonto/stand_in/state'
import { toldBulk } from '#app/banking/providers/qonto/stand_in/told'
import { ibanOf, isProven, readTransfer } from '#app/banking/providers/qonto/stand_in/transfers'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const BULK_MAX = 400

/** Transfers that leave together: taken whole, and worked on afterwards one by one. */
export const bulkRoutes = (play: Play): StandInRoute[] => [
  {
    method: 'GET',
    path: '/v2/sepa/bulk_transfers',
    operation: 'bulks.list',
    handle: (request) =>
      listed(
        request,
        'bulk_transfers',
        play.state.bulks.toReversed().map((one) => toldBulk(play.state, one))
      ),
  },
  {
    method: 'POST',
    path: '/v2/sepa/bulk_transfers',
    operation: 'bulks.create',
    handle: (request) => underKey(play, request, () => createBulk(play, request)),
  },
  {
    method: 'GET',
    path: '/v2/sepa/bulk_transfers/:id',
    operation: 'bulks.read',
    handle: ({ params }) => {
      const found = play.state.bulks.find(({ id }) => id === params.id)
      return found ? { status: 200, json: { bulk_transfer: toldBulk(play.state, found) } } : notFound('bulk')
    },
  },
]

type Told = {
  vop_proof_token?: string
  bank_account_id?: string
  bulk_transfers?: ({ client_transfer_id?: string } & Record<string, unknown>)[]
}

function createBulk(play: Play, request: StandInRequest): StandInAnswer {
  const {
    vop_proof_token: proof,
    bank_account_id: accountId,
    bulk_transfers: told = [],
  } = (request.json ?? {}) as Told
  if (told.length === 0 || told.length > BULK_MAX)
    return refuse(422, 'invalid', `between 1 and ${BULK_MAX}`, '/bulk_transfers')
  const items: { clientId: string; wanted: WantedTransfer }[] = []
  const errors: unknown[] = []
  for (const [at, { client_transfer_id: clientId, ...one }] of told.entries()) {
    const wanted = readTransfer(play, one, accountId, `/bulk_transfers/${at}`)
    if ('code' in wanted)
      errors.push({ code: wanted.code, detail: wanted.detail, source: { pointer: wanted.pointer } })
    else if (!clientId || items.some((item) => item.clientId === clientId))
      errors.push({
        code: 'invalid',
        detail: 'a key of its own is needed',
        source: { pointer: `/bulk_transfers/${at}/client_transfer_id` },
      })
    else items.push({ clientId, wanted })
  }
  if (errors.length > 0) return { status: 422, json: { errors } }
  const ibans = items.map(({ wanted }) => ibanOf(play, wanted))
  if (!isProven(play, proof, ibans))
    return refuse(422, 'invalid_vop_proof_token', 'the payees were not verified', '/vop_proof_token')
  const unsigned = askSignature(play, request, `Remesa de ${items.length} transferencias`)
  if (unsigned) return unsigned
  const at = nowOf(play)
  const made: PlayedBulk = {
    id: newId(play.state, 'bulk'),
    createdAt: at,
    updatedAt: at,
    items: items.map((item) => ({ ...item, transferId: null, errors: null })),
  }
  play.state.bulks.push(made)
  return { status: 200, json: { bulk_transfer: toldBulk(play.state, made) } }
}
