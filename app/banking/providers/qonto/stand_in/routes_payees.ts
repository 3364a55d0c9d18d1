import {
  isAmong,
  isWithin,
  listed,
  notFound,
  nowOf,
  type Play,
  refuse,
} from '#app/banking/providers/qonto/stand_in/play'
import { askSignature, underKey } from '#app/banking/providers/qonto/stand_in/signing'
import { newId } from '#app/banking/providers/qonto/stand_in/state'
import { toldBeneficiary } from '#app/banking/providers/qonto/stand_in/told'
import { makeBeneficiary } from '#app/banking/providers/qonto/stand_in/transfers'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'
import { isSepaIban, isValidIban } from '#app/kernel/identifiers/iban'
import { nameLikeness } from '#app/kernel/text/name_likeness'

/** From where on a name is close to another. */
const CLOSE = 0.5

/** Payees that are known, and whose an account is. */
export const payeeRoutes = (play: Play): StandInRoute[] => [
  {
    method: 'GET',
    path: '/v2/sepa/beneficiaries',
    operation: 'beneficiaries.list',
    handle: (request) => listBeneficiaries(play, request),
  },
  {
    method: 'POST',
    path: '/v2/sepa/beneficiaries',
    operation: 'beneficiaries.create',
    handle: (request) => underKey(play, request, () => createBeneficiary(play, request)),
  },
  {
    method: 'GET',
    path: '/v2/sepa/beneficiaries/:id',
    operation: 'beneficiaries.read',
    handle: ({ params }) => {
      const found = play.state.beneficiaries.find(({ id }) => id === params.id)
      return found ? { status: 200, json: { beneficiary: toldBeneficiary(found) } } : notFound('beneficiary')
    },
  },
  {
    method: 'POST',
    path: '/v2/sepa/verify_payee',
    operation: 'payees.verify',
    handle: (request) => underKey(play, request, () => verifyOne(play, request)),
  },
  {
    method: 'POST',
    path: '/v2/sepa/bulk_verify_payee',
    operation: 'payees.verify_bulk',
    handle: (request) => underKey(play, request, () => verifyMany(play, request)),
  },
]

function listBeneficiaries({ state }: Play, request: StandInRequest): StandInAnswer {
  const { query } = request
  const found = state.beneficiaries.filter(
    (one) =>
      isAmong(query, 'status[]', one.status) &&
      isAmong(query, 'iban[]', one.iban) &&
      isAmong(query, 'trusted', String(one.isTrusted)) &&
      isWithin(query, 'updated_at', one.updatedAt)
  )
  return listed(request, 'beneficiaries', found.map(toldBeneficiary))
}

function createBeneficiary(play: Play, request: StandInRequest): StandInAnswer {
  const { beneficiary } = (request.json ?? {}) as {
    beneficiary?: { name?: string; iban?: string; bic?: string; email?: string }
  }
  const { name, iban, bic, email } = beneficiary ?? {}
  if (!name) return refuse(422, 'invalid', 'name is missing', '/beneficiary/name')
  if (!iban || !isValidIban(iban) || !isSepaIban(iban))
    return refuse(422, 'invalid_iban', 'iban is not right', '/beneficiary/iban')
  if (play.state.beneficiaries.some((one) => one.iban === iban))
    return refuse(422, 'iban_taken', 'there is one with this iban', '/beneficiary/iban')
  const unsigned = play.state.signsBeneficiaries
    ? askSignature(play, request, `Alta del beneficiario ${name}`)
    : null
  if (unsigned) return unsigned
  const made = makeBeneficiary(play, { name, iban, bic: bic ?? null, email: email ?? null })
  return { status: 200, json: { beneficiary: toldBeneficiary(made) } }
}

/** Null where the payee's bank does not answer. */
function matchOf({ state }: Play, iban: string, name: string) {
  const holder = state.holders[iban] ?? name
  if (holder === '') return null
  const likeness = nameLikeness(holder, name)
  if (likeness === 1) return { match_result: 'MATCH_RESULT_MATCH', matched_name: null }
  return likeness >= CLOSE
    ? { match_result: 'MATCH_RESULT_CLOSE_MATCH', matched_name: holder }
    : { match_result: 'MATCH_RESULT_NO_MATCH', matched_name: null }
}

function proofOf(play: Play, ibans: string[]) {
  const token = newId(play.state, 'proof')
  play.state.proofs.push({ token, at: nowOf(play), ibans })
  return { token }
}

function verifyOne(play: Play, { json }: StandInRequest): StandInAnswer {
  const { iban = '', beneficiary_name: name = '' } = (json ?? {}) as {
    iban?: string
    beneficiary_name?: string
  }
  if (!isValidIban(iban)) return refuse(422, 'invalid_iban', 'iban is not right', '/iban')
  if (name === '') return refuse(422, 'invalid', 'name is missing', '/beneficiary_name')
  const proof = proofOf(play, [iban])
  const match = matchOf(play, iban, name)
  if (match) return { status: 200, json: { ...match, proof_token: proof } }
  const error = {
    code: 'responding_bank_error',
    detail: 'the bank does not answer',
    meta: { proof_token: proof },
  }
  return { status: 422, json: { errors: [error] } }
}

function verifyMany(play: Play, { json }: StandInRequest): StandInAnswer {
  const { requests = [] } = (json ?? {}) as {
    requests?: { id: string; iban: string; beneficiary_name: string }[]
  }
  const wrong = requests.findIndex(({ iban }) => !isValidIban(iban))
  if (wrong >= 0) return refuse(422, 'invalid_iban', 'iban is not right', `/requests/${wrong}/iban`)
  const results = requests.map(({ id, iban, beneficiary_name: name }) => {
    const match = matchOf(play, iban, name)
    return match
      ? { id, response: match }
      : { id, error: { code: 'responding_bank_error', detail: 'the bank does not answer' } }
  })
  const proof = proofOf(
    play,
    requests.map(({ iban }) => iban)
  )
  return { status: 200, json: { requests: results, proof_token: proof } }
}
