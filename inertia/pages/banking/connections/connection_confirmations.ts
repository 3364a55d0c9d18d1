import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import type { Connection } from './connection_types'

export type ConnectionAct = 'reconnect' | 'resume' | 'pause' | 'disable'

/** What is asked before a connection changes its state. */
export function connectionConfirmation(
  act: ConnectionAct,
  { path, title }: BankHead,
  { id, label }: Connection
): Confirmation {
  const urls = bankUrls(path)
  switch (act) {
    case 'reconnect':
      return {
        title: `Reconectar «${label}»`,
        question: `Se comprobará con ${title}; si responde, vuelve a sincronizarse y a enviar pagos.`,
        submitLabel: 'Reconectar',
        url: urls.reconnect(id),
      }
    case 'resume':
      return {
        title: `Reanudar «${label}»`,
        question: 'Vuelve a sincronizarse y los pagos que esperaban pueden salir.',
        submitLabel: 'Reanudar',
        url: urls.pause(id),
        method: 'delete',
      }
    case 'pause':
      return {
        title: `Pausar «${label}»`,
        question: `No se pregunta nada a ${title} ni sale ningún pago por ella hasta que se reanude.`,
        submitLabel: 'Pausar',
        reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
        url: urls.pause(id),
      }
    case 'disable':
      return {
        title: `Desactivar «${label}»`,
        question:
          'Es para siempre: se borran sus credenciales y lo leído se conserva. Para volver habrá que conectarla de nuevo.',
        submitLabel: 'Desactivar',
        isDangerous: true,
        url: urls.disable(id),
      }
  }
}
