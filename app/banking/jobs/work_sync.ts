import type { SyncConnectionData } from '#app/banking/jobs/sync_connection_job'
import { providerTitle } from '#app/banking/provider_title'
import { SyncUnderWay } from '#app/banking/sync/hold_sync'
import { type SyncReport, syncConnector } from '#app/banking/sync/sync_connector'
import { noteFailure } from '#app/connectors/actions/note_failure'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { noConnectionText, refusedText } from '#app/connectors/failure_texts'
import { findConnection } from '#app/connectors/queries/find_connection'
import type { JobOutcome, Progress } from '#app/jobs/queue'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'

/**
 * Reads a connection as a job: by itself it is quiet when nothing may be asked now, and people are told why it was not
 * read. Throws DomainError when the provider does not answer.
 */
export async function workSync(
  { connectorId, reach, userId }: SyncConnectionData,
  progress: Progress
): Promise<JobOutcome> {
  try {
    const report = await syncConnector({ connectorId, reach, userId, progress })
    return report === null
      ? { message: 'Ya se está sincronizando.', counters: { skipped: 1 } }
      : outcomeOf(report)
  } catch (error) {
    if (error instanceof SyncUnderWay)
      return { message: 'Ya se está sincronizando.', counters: { skipped: 1 } }
    const title = providerTitle((await findConnection(connectorId)).provider)
    if (error instanceof NotSent) return notSent(error, { title, isByClock: userId === null })
    if (!(error instanceof NoAnswer)) throw error
    await noteFailure(connectorId, error.message)
    throw new DomainError('E_PROVIDER_UNAVAILABLE', noConnectionText(title), { cause: error })
  }
}

function notSent(
  { reason, message }: NotSent,
  { title, isByClock }: { title: string; isByClock: boolean }
): JobOutcome {
  const text = {
    authorisation_needed: refusedText(title),
    not_set_up: message,
    not_active: `La conexión con ${title} no está activa: ${message}`,
    rate_limited: `${title} no admite más peticiones ahora. Se reintentará en la próxima sincronización.`,
    no_connection: noConnectionText(title),
  }[reason]
  if (isByClock) return { message: text, counters: { skipped: 1 } }
  throw new DomainError('E_PROVIDER_UNAVAILABLE', text)
}

function outcomeOf({
  created,
  updated,
  imported,
  repeated,
  reversed,
  mismatches,
  missed,
  accounts,
}: SyncReport): JobOutcome {
  const parts = [
    counted(accounts, 'cuenta', 'cuentas'),
    counted(created, 'movimiento nuevo', 'movimientos nuevos'),
    ...(updated > 0 ? [counted(updated, 'actualizado', 'actualizados')] : []),
    ...(repeated > 0 ? [counted(repeated, 'ya importado por fichero', 'ya importados por fichero')] : []),
    ...(reversed > 0 ? [counted(reversed, 'pendiente anulado', 'pendientes anulados')] : []),
    ...(mismatches > 0 ? [counted(mismatches, 'cuenta descuadrada', 'cuentas descuadradas')] : []),
    ...(missed > 0 ? [counted(missed, 'aviso que no había llegado', 'avisos que no habían llegado')] : []),
  ]
  return {
    message: parts.join(', '),
    counters: {
      read: accounts,
      created: created + imported + missed,
      updated: updated + reversed + repeated,
    },
  }
}
