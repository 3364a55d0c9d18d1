import type { ReadAlarm } from '#app/reading/reading_types'

/** Recognition takes seconds a page: pages beyond these are left out and the person is told. */
export const recognisedPagesMax = 30

export const pagesNotRead: ReadAlarm = {
  code: 'pages_not_read',
  message: `Solo se han reconocido las primeras ${recognisedPagesMax} páginas escaneadas. Divida el archivo.`,
}
