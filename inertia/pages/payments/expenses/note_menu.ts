import type { MenuAction } from '~/kit/page_head'
import { urlFor } from '~/urls'
import {
  cancelNote,
  confirmIban,
  rejectNote,
  type Step,
  takeOverNote,
  undoApproval,
} from './expense_confirmations'
import type { NotePage } from './expense_page'
import type { Asked } from './note_dialogs'

type On = { ask: (what: Asked) => void; confirm: (step: Step) => void }

/** What else may be done with the note now. */
export function noteMenu({ note, receipts }: NotePage, { ask, confirm }: On): MenuAction[] {
  const acts: (MenuAction & { act: string })[] = [
    {
      act: 'override',
      label: 'Aprobación de emergencia',
      onSelect: () => ask('override'),
      isDangerous: true,
    },
    { act: 'take_over', label: 'Tomar la revisión', onSelect: () => confirm(takeOverNote) },
    { act: 'ask', label: 'Pedir información', onSelect: () => ask('ask') },
    { act: 'answer', label: 'Añadir respuesta', onSelect: () => ask('answer') },
    { act: 'edit', label: 'Asignar empresa y persona', onSelect: () => ask('assign') },
    { act: 'confirm_iban', label: 'Confirmar el IBAN', onSelect: () => confirm(confirmIban) },
    { act: 'pay', label: 'Pagar ahora', onSelect: () => ask('pay_now') },
    { act: 'rebill', label: 'Refacturar', onSelect: () => ask('rebill') },
    { act: 'email', label: 'Nuevo correo', onSelect: () => ask('email') },
    { act: 'undo_approval', label: 'Anular aprobación', onSelect: () => confirm(undoApproval) },
    { act: 'reject', label: 'Rechazar', onSelect: () => confirm(rejectNote), isDangerous: true },
    { act: 'cancel', label: 'Cancelar la nota', onSelect: () => confirm(cancelNote), isDangerous: true },
  ]
  const download = {
    label: 'Descargar justificantes',
    onSelect: () => window.location.assign(urlFor('payexpenses.receipts', { id: note.id })),
  }
  return [
    ...acts.filter(({ act }) => note.actions.includes(act)).map(({ act: _, ...action }) => action),
    ...(receipts.length > 0 ? [download] : []),
  ]
}
