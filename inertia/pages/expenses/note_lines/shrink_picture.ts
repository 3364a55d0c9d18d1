const SIDE_MAX = 2000
const QUALITY = 0.85
const KINDS = ['image/jpeg', 'image/png', 'image/webp']

/** A photograph of a telephone, no larger than it has to be to be read; what the browser cannot draw goes as it is. */
export async function shrinkPicture(file: File): Promise<File> {
  if (!KINDS.includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null || Math.max(picture.width, picture.height) <= SIDE_MAX) return file
  const scale = SIDE_MAX / Math.max(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob === null ? file : new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
}
