import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { openAeat } from '#app/issuing/sending/aeat_gateway'
import { beginSubmission, type Submission } from '#app/issuing/sending/begin_submission'
import { dueSenders } from '#app/issuing/sending/due_senders'
import { keepAnswer, keepFailure } from '#app/issuing/sending/end_submission'
import { dayText, recordText } from '#app/issuing/verifactu/record_text'
import { envelopeXml, type Header, RECORDS_MAX } from '#app/issuing/verifactu/xml/envelope_xml'
import { today, yearOf } from '#app/kernel/time/calendar_date'

export type Sent = { companies: number; records: number; refused: number; failed: number }

/** Sends what is due, company by company; one that fails stops no other. */
export async function sendDueRecords(atMost = RECORDS_MAX): Promise<Sent> {
  const sent: Sent = { companies: 0, records: 0, refused: 0, failed: 0 }
  for (const siteId of await dueSenders(atMost)) {
    const done = await sendRecordsOf(siteId, atMost)
    if (done === null) continue
    sent.companies++
    sent.records += done.records
    sent.refused += done.refused
    if (done.hasFailed) sent.failed++
  }
  return sent
}

/**
 * One sending of a company: what waits, in the order of its chain. Null when somebody else sends or nothing waits. The network is
 * asked outside any transaction: what is lost in between is asked for again, and AEAT says which records it has.
 */
export async function sendRecordsOf(
  siteId: number,
  atMost = RECORDS_MAX
): Promise<{ records: number; refused: number; hasFailed: boolean } | null> {
  const submission = await beginSubmission(siteId, atMost)
  if (submission === null) return null
  const failed = { records: 0, refused: 0, hasFailed: true }
  try {
    const gateway = await openAeat(submission.connectorId)
    const { answer, text } = await gateway.send(envelopeOf(submission))
    if (answer.kind === 'fault') {
      await keepFailure(submission, { ...answer, text })
      return failed
    }
    const told = await keepAnswer(submission, answer, text)
    return {
      records: told.length,
      refused: told.filter(({ status }) => status === 'refused').length,
      hasFailed: false,
    }
  } catch (error) {
    if (!(error instanceof NotSent || error instanceof NoAnswer)) throw error
    await keepFailure(submission, { message: error.message, code: null })
    return failed
  }
}

function envelopeOf({ settings, isIncident, records }: Submission): string {
  const header: Header = {
    issuer: { NombreRazon: recordText(settings.issuerName, 120), NIF: settings.taxId },
    isIncident,
    // AEAT takes the end of no later year than the one that runs (4120).
    ...(settings.endsOn !== null && yearOf(settings.endsOn) <= yearOf(today())
      ? { endsOn: dayText(settings.endsOn) }
      : {}),
  }
  return envelopeXml(
    header,
    records.map(({ xml }) => xml)
  )
}
