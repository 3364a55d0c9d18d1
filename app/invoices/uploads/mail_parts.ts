import MsgReader from '@kenjiuno/msgreader'
import PostalMime from 'postal-mime'
import { isOldOffice } from '#app/files/sniff_file'
import { DomainError } from '#app/kernel/domain_error'

export type MailPart = { name: string; bytes: Uint8Array; isInline: boolean }

const headerBytes = 8192

/** Whether a file is a message as Outlook keeps it (MSG), or another of the same container, which has no message in it. */
export const isOutlookMessage = isOldOffice

/** Whether a file is a message as it travels (EML): it begins with header lines that only mail has. */
export function isMail(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, headerBytes)).toString('latin1')
  const headers = start.split(/\r?\n\r?\n/)[0] ?? ''
  return (
    /^[A-Za-z][A-Za-z0-9-]*:[ \t]/.test(headers) &&
    /^(MIME-Version|Message-ID|Received|Return-Path):/im.test(headers) &&
    /^(From|Subject|To):/im.test(headers)
  )
}

/** The attachments of an EML, those shown inside the text marked. */
export async function mailParts(bytes: Uint8Array): Promise<MailPart[]> {
  try {
    const mail = await PostalMime.parse(Buffer.from(bytes), { maxNestingDepth: 20 })
    return mail.attachments.map(({ filename, content, disposition, related }) => ({
      name: filename ?? 'adjunto',
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
      isInline: disposition === 'inline' || related === true,
    }))
  } catch {
    throw new DomainError('E_PACKED', 'El correo está dañado o incompleto.', { field: 'files' })
  }
}

/** The attachments of an Outlook message. */
export function outlookParts(bytes: Uint8Array): MailPart[] {
  try {
    const reader = new MsgReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const { attachments = [] } = reader.getFileData()
    return attachments.flatMap((one) => {
      const { fileName, content } = reader.getAttachment(one)
      return content ? [{ name: fileName, bytes: content, isInline: one.attachmentHidden === true }] : []
    })
  } catch {
    throw new DomainError('E_PACKED', 'El correo de Outlook está dañado o incompleto.', { field: 'files' })
  }
}
