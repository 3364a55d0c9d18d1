import type { Actor } from '#app/audit/record_event'
import { safeName, sha256Of, storeFile } from '#app/files/store_file'
import { stampHash } from '#app/identity/public_forms/form_stamp'
import { makeSecretLink } from '#app/identity/public_forms/secret_link'
import { moveState } from '#app/invoices/approval/move_state'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { refreshSearchText } from '#app/invoices/editing/refresh_search_text'
import { type Declaration, insertInvoice, type Submission } from '#app/invoices/intake/insert_invoice'
import { refuseUnfit, registerUpload } from '#app/invoices/intake/register_upload'
import Invoice from '#app/invoices/models/invoice'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { queueMail } from '#app/mail/queue_mail'
import env from '#start/env'

type SentFile = { name: string; bytes: Uint8Array }

export type PublicInvoice = {
  siteId: number | null
  file: SentFile
  attachments: SentFile[]
  email: string
  declared: Declaration
  /** The stamp of the form: the same one again is the same registration. */
  stamp: string
  actor: Actor
}

/**
 * Takes in an invoice of the public page: its files by the same door as everybody's, its data as declared until the
 * document has been read, in quarantine until somebody accepts it. Gives the code by which its sender knows it, and
 * mails the secret link. Answers the same whatever of it is known here: company, supplier, number or file.
 * Throws at `files` and `attachments`.
 */
export async function registerPublicInvoice(sent: PublicInvoice): Promise<string> {
  const known = await codeOfStamp(sent.stamp)
  if (known) return known
  await refuseUnfit(sent.file)
  for (const attachment of sent.attachments) await refuseUnfit(attachment)
  const { token, code, hash: tokenHash } = makeSecretLink()
  const submission: Submission = {
    name: sent.declared.providerName,
    email: sent.email,
    ip: sent.actor.ip ?? '0.0.0.0',
    tokenHash,
    code,
    declared: sent.declared,
  }
  const alongside = async (invoiceId: number, trx: Transaction) => {
    await execute(
      `insert into public_form_uses (stamp_hash, code) values (:hash, :code)`,
      { hash: stampHash(sent.stamp), code },
      trx
    )
    for (const attachment of sent.attachments) await attach(invoiceId, attachment, trx)
    await mailLink({ invoiceId, code, token, email: sent.email }, trx)
  }
  try {
    await registerFile(sent, submission, alongside)
    return code
  } catch (error) {
    if (violatedConstraint(error) !== 'public_form_uses_pkey') throw error
    // The same form came twice at once, and the other was first.
    return (await codeOfStamp(sent.stamp)) ?? code
  }
}

const codeOfStamp = async (stamp: string): Promise<string | null> =>
  (
    await row<{ code: string }>(`select code from public_form_uses where stamp_hash = :hash`, {
      hash: stampHash(stamp),
    })
  )?.code ?? null

type Alongside = (invoiceId: number, trx: Transaction) => Promise<void>

async function registerFile(
  sent: PublicInvoice,
  submission: Submission,
  alongside: Alongside
): Promise<void> {
  try {
    const upload = {
      ...sent.file,
      siteId: sent.siteId,
      priority: 'normal',
      source: 'public',
      submission,
    } as const
    await registerUpload(upload, sent.actor, alongside)
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'E_KNOWN_FILE') throw error
    // Saying so would tell a stranger what we have: it is taken in beside the other, for the staff to put aside.
    await inTransaction(async (trx) => alongside(await registerTwin(sent, submission, trx), trx))
  }
}

/** The same file once more: not read again, with the data that were declared. */
async function registerTwin(sent: PublicInvoice, submission: Submission, trx: Transaction): Promise<number> {
  const other = await row<{ id: number }>(
    `select invoice_id as id from invoice_files where sha256 = :sha256 and kind = 'original' order by id limit 1`,
    { sha256: sha256Of(sent.file.bytes) },
    trx
  )
  const { id } = await insertInvoice(
    {
      siteId: sent.siteId,
      source: 'public',
      priority: 'normal',
      name: safeName(sent.file.name),
      submission: { ...submission, sameFileAs: other?.id ?? null },
    },
    sent.actor,
    trx
  )
  await attach(id, sent.file, trx)
  await logInvoiceAction(
    { invoiceId: id, action: 'uploaded', actor: sent.actor, after: { file: safeName(sent.file.name) } },
    trx
  )
  const invoice = await Invoice.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
  await moveState(invoice, { transition: 'take_unread', actor: sent.actor, action: null }, trx)
  await invoice.save()
  await refreshSearchText(id, trx)
  return id
}

async function attach(invoiceId: number, { name, bytes }: SentFile, trx: Transaction): Promise<void> {
  const file = await storeFile({ name, bytes, createdBy: null }, trx)
  await execute(
    `insert into invoice_files (invoice_id, file_id, kind, sha256) values (:invoiceId, :fileId, 'attachment', :sha256)`,
    { invoiceId, fileId: file.id, sha256: file.sha256 },
    trx
  )
}

async function mailLink(
  { invoiceId, code, token, email }: { invoiceId: number; code: string; token: string; email: string },
  trx: Transaction
): Promise<void> {
  await queueMail(
    {
      to: email,
      subject: `Factura registrada: ${code}`,
      body: `Hemos recibido su factura con el código ${code}.\n\nPuede ver su estado aquí, con este mismo correo electrónico:\n\n${env.get('APP_URL')}/registrar-factura/estado/${token}\n\nGuarde el enlace: es secreto y no se puede volver a pedir. Le escribiremos cuando su estado cambie.`,
      objectType: 'invoice',
      objectId: invoiceId,
    },
    trx
  )
}
