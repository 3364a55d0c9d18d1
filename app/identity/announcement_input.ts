import { refuseUnfitImage, type UploadedImage } from '#app/identity/announcement_image'
import { DomainError } from '#app/kernel/domain_error'

export type AnnouncementInput = {
  title: string
  type: string
  icon?: string | null | undefined
  description?: string | null | undefined
  /** A picture to keep with us; it takes the place of the one there was. */
  image?: UploadedImage | null | undefined
  remove_image?: boolean | undefined
  image_url?: string | null | undefined
  content: string
  action_url?: string | null | undefined
  action_text?: string | null | undefined
  roles: string[]
  site_ids?: number[] | null | undefined
  starts_at?: string | null | undefined
  ends_at?: string | null | undefined
  priority?: number | undefined
  show_again?: boolean | undefined
  lock_version?: number | undefined
}

const ADDRESS = /^(https:\/\/|\/(?![/\\]))/

/** Throws at its field what no announcement may have: a lone button, an address elsewhere, an end before its start, an unfit picture. */
export function refuseBadInput(input: AnnouncementInput): void {
  if (input.image) refuseUnfitImage(input.image)
  if (input.image && input.image_url) {
    throw new DomainError('E_TWO_IMAGES', 'Suba una imagen o indique su dirección, no las dos cosas.', {
      field: 'image_url',
    })
  }
  if (input.image_url && !ADDRESS.test(input.image_url)) {
    throw new DomainError('E_IMAGE_ADDRESS', 'La dirección debe empezar por https:// o /.', {
      field: 'image_url',
    })
  }
  if (Boolean(input.action_url) !== Boolean(input.action_text)) {
    throw new DomainError('E_ACTION', 'Indique el texto y el enlace del botón, o ninguno de los dos.', {
      field: 'action_url',
    })
  }
  if (input.action_url && !ADDRESS.test(input.action_url)) {
    throw new DomainError('E_LINK', 'El enlace debe empezar por https:// o /.', { field: 'action_url' })
  }
  if (input.starts_at && input.ends_at && input.ends_at <= input.starts_at) {
    throw new DomainError('E_WINDOW', 'La fecha de fin debe ser posterior a la de inicio.', {
      field: 'ends_at',
    })
  }
}
