/** What people are told where a service outside cannot be asked (area 23 §5). */
export const noConnectionText = (title: string): string =>
  `No se ha podido conectar con ${title}. Inténtelo más tarde.`

/** The same where it no longer takes what authorises us. */
export const refusedText = (title: string): string =>
  `Las credenciales de ${title} no son válidas o han caducado.`
