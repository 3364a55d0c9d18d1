import { randomUUID } from 'node:crypto'
import type { Payee, PayeeCheck, Transfer } from '#app/banking/gateway/transfer_gateway'
import { preparedWell, refusal, Stopped } from '#app/banking/providers/qonto/answers'
import { keyHeader, memberOf, readAll, readObject } from '#app/banking/providers/qonto/client'
import { errorsOf } from '#app/banking/providers/qonto/refusals'
import type { WireBeneficiary } from '#app/banking/providers/qonto/wire'
import type { ProviderAnswer, ProviderClient } from '#app/connectors/client/provider_client'

/** A payee as a transfer names it; a check needs the IBAN whatever names it. */
export type Named = { beneficiaryId: string | null; name: string; iban: string; bic: string | null }

/**
 * Whom a transfer is for. A payee known by IBAN goes by the key of the beneficiary that people trust in Qonto, where there is
 * one: then nobody has to sign. Throws Stopped for one that Qonto cannot pay.
 */
export async function namedPayee(
  client: ProviderClient,
  payee: Payee,
  trusted: 'trusted' | 'any'
): Promise<Named> {
  switch (payee.kind) {
    case 'iban': {
      const known = trusted === 'trusted' ? await trustedBeneficiary(client, payee.iban) : null
      return { beneficiaryId: known, name: payee.name, iban: payee.iban, bic: payee.bic }
    }
    case 'beneficiary': {
      const iban = payee.iban ?? (await ibanOfBeneficiary(client, payee.externalId))
      return { beneficiaryId: payee.externalId, name: payee.name, iban, bic: null }
    }
    case 'email':
      throw new Stopped(refusal('payee', 'Qonto no paga a una dirección de correo. Indique un IBAN.'))
    default:
      return payee satisfies never
  }
}

async function trustedBeneficiary(client: ProviderClient, iban: string): Promise<string | null> {
  const found = (await readAll(client, '/v2/sepa/beneficiaries', 'beneficiaries', {
    'iban[]': [iban],
    trusted: true,
  })) as WireBeneficiary[]
  return found.find((one) => one.iban === iban && one.trusted && one.status === 'validated')?.id ?? null
}

async function ibanOfBeneficiary(client: ProviderClient, id: string): Promise<string> {
  const path = `/v2/sepa/beneficiaries/${encodeURIComponent(id)}`
  const iban = memberOf(await readObject(client, path, 'beneficiary'), 'iban')
  if (typeof iban === 'string') return iban
  throw new Stopped(refusal('beneficiary_not_found', 'El beneficiario ya no existe en Qonto. Elija otro.'))
}

const RESULTS: Readonly<Record<string, PayeeCheck['result']>> = {
  MATCH_RESULT_MATCH: 'match',
  MATCH_RESULT_CLOSE_MATCH: 'close_match',
  MATCH_RESULT_NO_MATCH: 'no_match',
}

/** Whose the account is, and the token that a transfer to it carries for a day. Throws Stopped when there is none. */
export async function verifyPayee(
  client: ProviderClient,
  { iban, name }: Pick<Named, 'iban' | 'name'>
): Promise<PayeeCheck & { proof: string }> {
  const answer = await client.ask({
    method: 'POST',
    path: '/v2/sepa/verify_payee',
    headers: keyHeader(randomUUID()),
    body: { kind: 'json', value: { iban, beneficiary_name: name } },
  })
  const proof = proofOf(answer)
  const result = RESULTS[String(memberOf(answer.json, 'match_result'))] ?? 'not_possible'
  const officialName = memberOf(answer.json, 'matched_name')
  return {
    result,
    officialName: result === 'close_match' && typeof officialName === 'string' ? officialName : null,
    proof,
  }
}

/** One token for all the payees of a bulk. Throws Stopped when there is none. */
export async function verifyPayees(
  client: ProviderClient,
  payees: readonly Pick<Named, 'iban' | 'name'>[]
): Promise<string> {
  const answer = await client.ask({
    method: 'POST',
    path: '/v2/sepa/bulk_verify_payee',
    headers: keyHeader(randomUUID()),
    body: {
      kind: 'json',
      value: {
        requests: payees.map(({ iban, name }, at) => ({ id: String(at), iban, beneficiary_name: name })),
      },
    },
  })
  return proofOf(answer)
}

/** The token is given whatever the check says; where the payee's bank fails, the error carries it. */
function proofOf(answer: ProviderAnswer): string {
  for (const { meta } of errorsOf(answer)) {
    const carried = tokenIn(meta)
    if (carried) return carried
  }
  const given = tokenIn(preparedWell(answer).json)
  if (given) return given
  throw new Stopped(refusal('vop', 'Qonto no ha podido comprobar al beneficiario. Vuelva a enviar la orden.'))
}

function tokenIn(told: unknown): string | null {
  const token = memberOf(told, 'proof_token')
  const text = typeof token === 'string' ? token : memberOf(token, 'token')
  return typeof text === 'string' && text !== '' ? text : null
}

/** How a transfer names its payee in a request. */
export const payeeFields = (
  { payee }: Pick<Transfer, 'payee'>,
  beneficiaryId: string | null
): Record<string, unknown> => {
  if (beneficiaryId !== null) return { beneficiary_id: beneficiaryId }
  if (payee.kind !== 'iban') return {}
  return {
    beneficiary: { name: payee.name, iban: payee.iban, ...(payee.bic ? { bic: payee.bic } : {}) },
  }
}
