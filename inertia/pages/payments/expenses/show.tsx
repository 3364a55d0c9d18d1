import { Button } from '@mantine/core'
import { useState } from 'react'
import { DetailPage } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { type Step, takeUpNote } from './expense_confirmations'
import { expenseHistory } from './expense_events'
import type { NotePage } from './expense_page'
import { LineTable } from './line_table'
import { MessageList } from './message_list'
import { type Asked, NoteDialogs } from './note_dialogs'
import { noteMenu } from './note_menu'
import { NoteRail } from './note_rail'
import { ReceiptViewer } from './receipt_viewer'

/** One note: its receipts beside its lines, what is doubtful, who decides, and what was written. */
export default function ExpenseNoteShow(page: NotePage) {
  const { note } = page
  const [asked, setAsked] = useState<Asked | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const can = (act: string) => note.actions.includes(act)
  const confirm = (step: Step) => setConfirmation(step(note))
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
      menu={noteMenu(page, { ask: setAsked, confirm })}
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
      <NoteDialogs page={page} asked={asked} onClose={() => setAsked(null)} />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}
