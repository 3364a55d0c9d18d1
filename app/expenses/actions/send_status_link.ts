import { makeNoteLink } from '#app/expenses/public/note_link'
import { findNoteByNumber } from '#app/expenses/queries/public_note'
import { inTransaction } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'

/** Mails a new link to whoever sent a note, where number and tax number are its own; nothing of it is said here. */
export async function sendStatusLink(number: string, taxId: string): Promise<void> {
  const note = await findNoteByNumber(number, taxId)
  if (!note) return
  await inTransaction(async (trx) => {
    const { url } = await makeNoteLink(note.id, trx)
    await queueMail(
      {
        to: note.email,
        subject: `Estado de su nota de gastos ${number}`,
        body: `${note.name}:\n\nPuede ver el estado de su nota de gastos ${number} aquí:\n\n${url}\n\nSi no lo ha pedido usted, no haga nada.`,
        objectType: 'expense_note',
        objectId: note.id,
      },
      trx
    )
  })
}
