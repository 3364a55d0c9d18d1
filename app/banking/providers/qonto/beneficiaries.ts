import { setTimeout as wait } from 'node:timers/promises'
import type { Beneficiaries, BeneficiaryField, WantedBeneficiary } from '#app/banking/bank_provider'
import { pollSession, scaOf } from '#app/banking/providers/qonto/authorisation'
import { answeredWell, keyHeader, memberOf, readAll } from '#app/banking/providers/qonto/client'
import { errorsOf, refusalOf, sentenceOf } from '#app/banking/providers/qonto/refusals'
import { beneficiaryOf } from '#app/banking/providers/qonto/transform'
import { NoAnswer, type ProviderAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { ibanProblem, normalizeIban } from '#app/kernel/identifiers/iban'

const PATH = '/v2/sepa/beneficiaries'
const field = (key: string, label: string, more: Partial<BeneficiaryField> = {}): BeneficiaryField => ({
  key,
  label,
  kind: 'text',
  isNeeded: false,
  changesOthers: false,
  options: [],
  example: null,
  minLength: null,
  maxLength: null,
  pattern: null,
  ...more,
})
const FIELDS = [
  field('iban', 'IBAN', { isNeeded: true, minLength: 15, maxLength: 42 }),
  field('bic', 'BIC', { maxLength: 11, pattern: '^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$' }),
]

type Patience = { pollMs: number; polls: number }

/** Twenty seconds, in which somebody who has the telephone in their hand signs. */
const PATIENCE: Patience = { pollMs: 2_000, polls: 10 }
const SESSION_MS = 15 * 60_000

/** What waits to be signed, by its content: whoever saves again goes on with the same question. */
type Waiting = Map<string, { session: string; until: number }>

/** Payees as Qonto keeps them. Making one is signed there: whoever does it signs while the form waits. */
export function qontoBeneficiaries(patience: Patience = PATIENCE): Beneficiaries {
  const waiting: Waiting = new Map()
  return {
    list: async (_connection, client) => (await readAll(client, PATH, 'beneficiaries')).map(beneficiaryOf),
    form: async () => ({ kinds: [{ code: 'iban', title: 'Cuenta SEPA', fields: FIELDS }] }),
    create: ({ id }, client, wanted) => create(client, wanted, { patience, waiting, connectionId: id }),
  }
}

const refused = (message: string, fieldErrors: Readonly<Record<string, string>> = {}) => ({
  kind: 'refused' as const,
  message,
  fieldErrors,
})

type Ways = { patience: Patience; waiting: Waiting; connectionId: number }

async function create(
  client: ProviderClient,
  wanted: WantedBeneficiary,
  { patience, waiting, connectionId }: Ways
) {
  const iban = normalizeIban(wanted.values.iban ?? '')
  const problem = ibanProblem(iban)
  if (problem) return refused(problem, { iban: problem })
  const beneficiary = {
    name: wanted.name,
    iban,
    ...(wanted.values.bic ? { bic: wanted.values.bic.toUpperCase() } : {}),
    ...(wanted.email ? { email: wanted.email } : {}),
  }
  // The same payee makes the same key: somebody who saves twice makes one.
  const key = `beneficiary ${connectionId} ${JSON.stringify(beneficiary)}`
  const send = (headers = {}) =>
    client.ask({
      method: 'POST',
      path: PATH,
      headers: { ...keyHeader(key), ...headers },
      body: { kind: 'json', value: { beneficiary } },
    })
  const known = waiting.get(key)
  let session = known && known.until > Date.now() ? known.session : null
  if (session === null) {
    const first = await send()
    const sca = scaOf(first)
    if (sca === null) return read(first)
    if (sca === 'nobody_can') return refused(refusalOf(first).message)
    if (sca === 'unreadable') throw new NoAnswer('Qonto pide una firma sin decir cuál')
    session = sca.token
    waiting.set(key, { session, until: Date.now() + SESSION_MS })
  }
  const result = await waitFor(client, session, patience)
  if (result === 'waiting')
    return refused(
      'Nadie ha firmado a tiempo el alta en Qonto. Fírmela en la aplicación de Qonto y vuelva a guardar el beneficiario.'
    )
  waiting.delete(key)
  return result === 'allow'
    ? read(await send({ 'x-qonto-sca-session-token': session }))
    : refused('El alta del beneficiario se ha rechazado en Qonto.')
}

/** What somebody says while the form waits. */
async function waitFor(client: ProviderClient, session: string, { pollMs, polls }: Patience) {
  for (let poll = 0; poll < polls; poll++) {
    if (poll > 0) await wait(pollMs)
    const result = await pollSession(client, session)
    if (result !== 'waiting') return result
  }
  return 'waiting'
}

function read(answer: ProviderAnswer) {
  if (answer.status < 400) {
    return {
      kind: 'made' as const,
      beneficiary: beneficiaryOf(memberOf(answeredWell(answer).json, 'beneficiary')),
    }
  }
  if (![400, 403, 409, 422].includes(answer.status)) answeredWell(answer)
  const fieldErrors = Object.fromEntries(
    errorsOf(answer).flatMap((error) => {
      const key = error.source?.pointer?.split('/').at(-1)
      return key ? [[key, sentenceOf(error)]] : []
    })
  )
  return refused(refusalOf(answer).message, fieldErrors)
}
