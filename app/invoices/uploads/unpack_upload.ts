import { readApart } from '#app/files/apart/read_apart'
import { sniffFile } from '#app/files/sniff_file'
import { safeName } from '#app/files/store_file'
import { unzipEach } from '#app/files/zip/read_zip'
import { isMail, isOutlookMessage, type mailParts, type outlookParts } from '#app/invoices/uploads/mail_parts'
import { DomainError } from '#app/kernel/domain_error'

const mail = '#app/invoices/uploads/mail_parts'
/** Mails are opened in a process of their own, as every file is that somebody sends. */
const mailPartsApart = readApart<typeof mailParts>(mail, 'mailParts', 'files')
const outlookPartsApart = readApart<typeof outlookParts>(mail, 'outlookParts', 'files')

export type UploadedFile = { name: string; bytes: Uint8Array }

/** Area 05 §3.1; one file is limited as when it comes alone. */
const limits = { filesMax: 50, bytesMax: 200 * 1024 * 1024, fileBytesMax: 20 * 1024 * 1024, field: 'files' }
const packedBytesMax = 60 * 1024 * 1024
const invoiceKinds = new Set(['pdf', 'jpg', 'png', 'tif', 'webp', 'heic', 'xml'])
/** Pictures inside the text of a mail below this size are logos and signatures. */
const logoBytesMax = 60_000
/** What Macs and Windows add to archives: a folder of theirs, hidden files, lists of pictures. */
const addedBySystems = /(^|\/)(__MACOSX\/|(\.[^/]*|thumbs\.db|desktop\.ini)$)/i

/**
 * The files of an upload, one after another: those inside a ZIP or attached to a mail (EML, MSG), or the file itself.
 * What is no document in them is left out. Throws with a Spanish message for archives in archives, too many or too
 * large files, passwords, and for mails and archives without any document.
 */
export async function* unpackUpload(file: UploadedFile): AsyncGenerator<UploadedFile> {
  const { bytes } = file
  if (sniffFile(bytes)?.extension === 'zip') yield* documentsOf(file, zipFiles(bytes))
  else if (isOutlookMessage(bytes))
    yield* documentsOf(file, mailFiles(await outlookPartsApart(limited(file).bytes)))
  else if (isMail(bytes)) yield* documentsOf(file, mailFiles(await mailPartsApart(limited(file).bytes)))
  else yield file
}

function limited(file: UploadedFile): UploadedFile {
  if (file.bytes.length > packedBytesMax) throw refusal(`${safeName(file.name)}: el archivo supera 60 MB.`)
  return file
}

async function* zipFiles(bytes: Uint8Array): AsyncGenerator<UploadedFile> {
  for await (const entry of unzipEach(bytes, limits)) {
    if (addedBySystems.test(entry.name)) continue
    yield entry
  }
}

function* mailFiles(
  parts: { name: string; bytes: Uint8Array; isInline: boolean }[]
): Generator<UploadedFile> {
  if (parts.length > limits.filesMax) throw refusal('El correo contiene más de 50 archivos.')
  for (const { name, bytes, isInline } of parts)
    if (!(isInline && bytes.length < logoBytesMax)) yield { name, bytes }
}

async function* documentsOf(
  parent: UploadedFile,
  files: AsyncIterable<UploadedFile> | Iterable<UploadedFile>
): AsyncGenerator<UploadedFile> {
  let isEmpty = true
  for await (const file of files) {
    const kind = sniffFile(file.bytes)?.extension
    if (kind === 'zip' || isOutlookMessage(file.bytes))
      throw refusal(`${safeName(parent.name)}: contiene otro archivo comprimido o correo dentro.`)
    if (kind === undefined || !invoiceKinds.has(kind)) continue
    isEmpty = false
    yield { name: safeName(file.name), bytes: file.bytes }
  }
  if (isEmpty) throw refusal(`${safeName(parent.name)}: no contiene ninguna factura (PDF, imagen o XML).`)
}

const refusal = (message: string) => new DomainError('E_PACKED', message, { field: 'files' })
