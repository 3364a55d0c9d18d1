import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { DetailPage } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import type { MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import {
  cancelNote,
  confirmIban,
  rejectNote,
  type Step,
  takeOverNote,
  takeUpNote,
  undoApproval,
} from './expense_confirmations'
import { expenseHistory } from './expense_events'
import type { NoteLine, NotePage } from './expense_page'
import { LineTable } from './line_table'
import { MessageList } from './message_list'
import { NoteRail } from './note_rail'
import { PayDialog } from './pay_dialog'
import { ReceiptViewer } from './receipt_viewer'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve_dialog')).ApproveDialog }))
const AssignDialog = lazy(async () => ({ default: (await import('./assign_dialog')).AssignDialog }))
const LineDialog = lazy(async () => ({ default: (await import('./line_dialog')).LineDialog }))
const EmailDialog = lazy(async () => ({ default: (await import('./new_email_dialog')).NewEmailDialog }))
const RebillingDialog = lazy(async () => ({ default: (await import('./rebilling_dialog')).RebillingDialog }))
const AnswerDialog = lazy(async () => ({ default: (await import('./answer_dialog')).AnswerDialog }))

type Asked =
  | 'approve'
  | 'override'
  | 'assign'
  | 'email'
  | 'rebill'
  | 'answer'
  | 'ask'
  | 'buffer'
  | 'pay_now'
  | NoteLine
  | null

/** One note: its receipts beside its lines, what is doubtful, who decides, and what was written. */
export default function ExpenseNoteShow(page: NotePage) {
  const { note } = page
  const [asked, setAsked] = useState<Asked>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const close = () => setAsked(null)
  const can = (act: string) => note.actions.includes(act)
  const confirm = (step: Step) => setConfirmation(step(note))
  const payable = { ...note, claimant: note.claimant.name }
  const menu: (MenuAction & { act: string })[] = [
    {
      act: 'override',
      label: 'Aprobación de emergencia',
      onSelect: () => setAsked('override'),
      isDangerous: true,
    },
    { act: 'take_over', label: 'Tomar la revisión', onSelect: () => confirm(takeOverNote) },
    { act: 'ask', label: 'Pedir información', onSelect: () => setAsked('ask') },
    { act: 'answer', label: 'Añadir respuesta', onSelect: () => setAsked('answer') },
    { act: 'edit', label: 'Asignar empresa y persona', onSelect: () => setAsked('assign') },
    { act: 'confirm_iban', label: 'Confirmar el IBAN', onSelect: () => confirm(confirmIban) },
    { act: 'pay', label: 'Pagar ahora', onSelect: () => setAsked('pay_now') },
    { act: 'rebill', label: 'Refacturar', onSelect: () => setAsked('rebill') },
    { act: 'email', label: 'Nuevo correo', onSelect: () => setAsked('email') },
    { act: 'undo_approval', label: 'Anular aprobación', onSelect: () => confirm(undoApproval) },
    { act: 'reject', label: 'Rechazar', onSelect: () => confirm(rejectNote), isDangerous: true },
    { act: 'cancel', label: 'Cancelar la nota', onSelect: () => confirm(cancelNote), isDangerous: true },
  ]
  return (
    <DetailPage
      title={`Nota de gastos ${note.number}`}
      subtitle={[note.title, note.claimant.name, page.assigned.site?.label].filter(Boolean).join(' · ')}
      status={<StatusBadge {...note.status} />}
      back={urlFor('payexpenses')}
      actions={
        <>
          {can('take_up') ? <Button onClick={() => confirm(takeUpNote)}>Revisar</Button> : null}
          {can('approve') ? (
            <Button onClick={() => setAsked('approve')}>Aprobar {moneyText(note.approved)}</Button>
          ) : null}
          {can('pay') ? <Button onClick={() => setAsked('buffer')}>Pasar a la bolsa</Button> : null}
        </>
      }
      menu={[
        ...menu.filter(({ act }) => can(act)).map(({ act: _, ...action }) => action),
        ...(page.receipts.length > 0
          ? [
              {
                label: 'Descargar justificantes',
                onSelect: () => window.location.assign(urlFor('payexpenses.receipts', { id: note.id })),
              },
            ]
          : []),
      ]}
      rail={<NoteRail page={page} onAssign={can('edit') ? () => setAsked('assign') : null} />}
      tabs={[
        {
          value: 'lines',
          label: `Gastos (${page.lines.length})`,
          content: (
            <>
              <LineTable lines={page.lines} note={note} onEdit={can('edit') ? setAsked : null} />
              <ReceiptViewer note={note} receipts={page.receipts} />
            </>
          ),
        },
        {
          value: 'messages',
          label: `Mensajes (${page.messages.length})`,
          content: <MessageList noteId={note.id} messages={page.messages} canRetry={can('email')} />,
        },
        { value: 'history', label: 'Historial', content: <Timeline events={expenseHistory(page.events)} /> },
      ]}
    >
      <Suspense>
        {asked === 'approve' || asked === 'override' ? (
          <ApproveDialog page={page} isEmergency={asked === 'override'} onClose={close} />
        ) : null}
        {asked === 'assign' ? <AssignDialog page={page} onClose={close} /> : null}
        {asked === 'email' ? <EmailDialog page={page} onClose={close} /> : null}
        {asked === 'rebill' ? <RebillingDialog page={page} onClose={close} /> : null}
        {asked === 'answer' ? <AnswerDialog note={note} what="answer" onClose={close} /> : null}
        {asked === 'ask' ? <AnswerDialog note={note} what="ask" onClose={close} /> : null}
        {typeof asked === 'object' && asked !== null ? (
          <LineDialog key={asked.id} page={page} line={asked} onClose={close} />
        ) : null}
      </Suspense>
      {asked === 'buffer' || asked === 'pay_now' ? (
        <PayDialog what={asked} notes={[payable]} onClose={close} onDone={close} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}
