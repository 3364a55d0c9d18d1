import type { Transfer } from '#app/banking/gateway/transfer_gateway'
import { preparedWell, refusal, Stopped } from '#app/banking/providers/qonto/answers'
import { keyHeader, memberOf } from '#app/banking/providers/qonto/client'
import { ATTACHMENT_ABOVE_MINOR } from '#app/banking/providers/qonto/request'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'

/** The bytes of a stored file; throws when it is gone. */
export type ReadBytes = (fileId: number) => Promise<Uint8Array>

const KINDS = ['application/pdf', 'image/jpeg', 'image/png']

/**
 * Leaves the receipts of a transfer at Qonto where it wants them, and gives its keys of them. Files of other kinds than it
 * takes stay here. Throws Stopped, and as the client does.
 */
export async function uploadAttachments(
  client: ProviderClient,
  readBytes: ReadBytes,
  { amountMinor, attachments }: Transfer,
  key: string
): Promise<string[]> {
  if (amountMinor <= ATTACHMENT_ABOVE_MINOR) return []
  const fit = attachments.filter(({ contentType }) => KINDS.includes(contentType))
  if (fit.length === 0)
    throw new Stopped(
      refusal(
        'attachment_kind',
        'Qonto solo admite justificantes en PDF, JPEG o PNG. Adjunte uno a la orden.'
      )
    )
  const ids: string[] = []
  for (const { fileId, name, contentType } of fit) {
    const bytes = await readBytes(fileId)
    const answer = await client.ask({
      method: 'POST',
      path: '/v2/attachments',
      headers: keyHeader(`${key} ${fileId}`),
      body: { kind: 'multipart', parts: [{ name: 'file', fileName: name, contentType, bytes }] },
    })
    const id = memberOf(memberOf(preparedWell(answer).json, 'attachment'), 'id')
    if (typeof id !== 'string') throw new NoAnswer('Qonto no dice qué justificante ha recibido')
    ids.push(id)
  }
  return ids
}
