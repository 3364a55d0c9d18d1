import { X509Certificate } from 'node:crypto'
import { FaultPlan } from '#app/connectors/stand_in/stand_in_faults'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import { type StandIn, StandInClock } from '#app/connectors/stand_in/stand_in_server'
import { taxIdOf } from '#app/issuing/aeat/certificate_facts'
import { SENDING_PATH, TOLD_CERTIFICATE } from '#app/issuing/aeat/provider'
import { type AeatState, emptyState } from '#app/issuing/aeat/stand_in/aeat_state'
import { answerXml, faultXml } from '#app/issuing/aeat/stand_in/answer_xml'
import { judgeRecord } from '#app/issuing/aeat/stand_in/judge_record'
import { readSending } from '#app/issuing/aeat/stand_in/read_sending'
import { validateMessage } from '#app/issuing/verifactu/xml/validate_message'

const XML = { 'content-type': 'text/xml; charset=utf-8' }
const FORBIDDEN: StandInAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  text: '<html><body>403: certificado no admitido</body></html>',
}

export type AeatStandIn = StandIn & { state: AeatState }

/**
 * AEAT's service for billing records as it is played here: it asks for a certificate, holds what it is sent against the schema, the
 * list of refusals, hash and chain, remembers what it took, and answers as AEAT does. Acts: `unknown` (a NIF leaves the census), `power`
 * (a certificate may send for another NIF), `answer` (a code for the next record of a number, `*` for any), `fault` (a code for
 * the next sending), `wait` (seconds).
 */
export function aeatStandIn(): AeatStandIn {
  const clock = new StandInClock()
  const standIn: AeatStandIn = {
    code: 'aeat',
    state: emptyState(),
    clock,
    faults: new FaultPlan(),
    faultBody: (status) => ({ error: status }),
    authorise: (request) => (presenterOf(request) === null ? FORBIDDEN : null),
    routes: [
      {
        method: 'GET',
        path: SENDING_PATH,
        operation: 'service.read',
        handle: () => ({
          status: 500,
          headers: XML,
          text: faultXml(4135, 'Esta URL no puede ser utilizada mediante GET.'),
        }),
      },
      {
        method: 'POST',
        path: SENDING_PATH,
        operation: 'records.send',
        handle: (request) => take(standIn, request),
      },
    ],
    work: () => {},
    dump: () => JSON.stringify(standIn.state),
    remember: (text) => {
      standIn.state = { ...emptyState(), ...(JSON.parse(text || '{}') as Partial<AeatState>) }
    },
    acts: {
      unknown: ({ nif }) => standIn.state.unknown.push(String(nif)),
      power: ({ certificate, nif }) => {
        const allowed = standIn.state.powers[String(certificate)] ?? []
        standIn.state.powers[String(certificate)] = [...allowed, String(nif)]
      },
      answer: ({ number, code }) => {
        standIn.state.planned[String(number ?? '*')] = Number(code)
      },
      fault: ({ code }) => standIn.state.faults.push(Number(code)),
      wait: ({ seconds }) => {
        standIn.state.waitSeconds = Number(seconds)
      },
    },
  }
  return standIn
}

/** The NIF of the certificate that a request came with; null where it has none that can be read. */
function presenterOf({ headers }: StandInRequest): string | null {
  try {
    return taxIdOf(new X509Certificate(decodeURIComponent(headers[TOLD_CERTIFICATE] ?? '')))
  } catch {
    return null
  }
}

async function take(standIn: AeatStandIn, request: StandInRequest): Promise<StandInAnswer> {
  const { state, clock } = standIn
  const xml = request.raw.toString('utf8')
  const fault = (code: number): StandInAnswer => ({ status: 500, headers: XML, text: faultXml(code) })
  const planned = state.faults.shift()
  if (planned !== undefined) return fault(planned)
  if (!(await validateMessage(xml)).isValid) return fault(4102)
  const sending = readSending(xml)
  const presenter = presenterOf(request) ?? ''
  if (!sending) return fault(4103)
  if (state.unknown.includes(sending.issuer.nif)) return fault(4104)
  if (presenter !== sending.issuer.nif && !state.powers[presenter]?.includes(sending.issuer.nif))
    return fault(4112)
  state.sendings++
  const requestId = `VF${String(state.sendings).padStart(12, '0')}`
  const now = clock.now()
  const judged = sending.records.map((record) =>
    judgeRecord(record, { state, headerNif: sending.issuer.nif, now, requestId })
  )
  return {
    status: 200,
    headers: XML,
    text: answerXml({
      sending,
      judged,
      presenter,
      at: now,
      csv: `A-${requestId}`,
      waitSeconds: state.waitSeconds,
    }),
  }
}
