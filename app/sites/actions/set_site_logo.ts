import sharp from 'sharp'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { sniffFile } from '#app/files/sniff_file'
import { deleteBytes, forgetFile, storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export const LOGO_BYTES_MAX = 2 * 1024 * 1024
const KINDS = new Set(['png', 'jpg', 'webp'])
const PIXELS_MAX = 40_000_000
/** Sharp on paper at the size in which it is printed. */
const [WIDTH_PX, HEIGHT_PX] = [900, 300]

/**
 * Keeps a picture as the mark of a company, written anew as PNG without what the file carried beside it; null takes the
 * mark away. Throws at `logo` what is no PNG, JPEG or WebP by its content, larger than 2 MB, or cannot be read.
 */
export async function setSiteLogo(siteId: number, bytes: Uint8Array | null, actor: Actor): Promise<void> {
  const picture = bytes ? await pictureOf(bytes) : null
  const droppedKey = await inTransaction(async (trx) => {
    const { former } = await oneRow<{ former: number | null }>(
      `select logo_file_id as former from sites where id = :siteId for update`,
      { siteId },
      trx
    )
    const file = picture
      ? await storeFile({ bytes: picture, name: 'logotipo.png', createdBy: actor.userId }, trx)
      : null
    await execute(
      `update sites set logo_file_id = :fileId where id = :siteId`,
      { siteId, fileId: file?.id ?? null },
      trx
    )
    const event = picture ? 'site.logo_changed' : 'site.logo_removed'
    await recordEvent({ actor, objectType: 'site', objectId: siteId, siteId, event }, trx)
    return former ? forgetFile(former, trx) : null
  })
  if (droppedKey) await deleteBytes(droppedKey)
}

async function pictureOf(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength > LOGO_BYTES_MAX) throw logoTooLarge()
  const kind = sniffFile(bytes)
  if (!kind || !KINDS.has(kind.extension))
    throw refusal('E_IMAGE_KIND', 'Formato no admitido: use PNG, JPEG o WebP.')
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize({ width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch (cause) {
    throw refusal('E_IMAGE_UNREADABLE', 'La imagen no se puede leer. Pruebe con otra.', cause)
  }
}

export const logoTooLarge = () => refusal('E_IMAGE_SIZE', 'La imagen no puede superar 2 MB.')

const refusal = (code: `E_${string}`, message: string, cause?: unknown) =>
  new DomainError(code, message, { field: 'logo', ...(cause ? { cause } : {}) })
