import { createRequire } from 'node:module'
import path from 'node:path'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DomainError } from '#app/kernel/domain_error'
import { hasOversizedStream } from '#app/reading/pages/compressed_streams'

const pdfjsFolder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/**
 * Opens a PDF. Throws E_UNREADABLE_FILE when it is protected, damaged, has no pages or unfolds beyond all measure. The engine empties the buffer
 * it is given, therefore it gets a copy.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  if (hasOversizedStream(bytes))
    throw new DomainError(
      'E_UNREADABLE_FILE',
      'El PDF contiene un archivo adjunto o datos demasiado grandes.'
    )
  try {
    return await getDocument({
      data: Uint8Array.from(bytes),
      standardFontDataUrl: `${path.join(pdfjsFolder, 'standard_fonts')}/`,
      cMapUrl: `${path.join(pdfjsFolder, 'cmaps')}/`,
      cMapPacked: true,
      wasmUrl: `${path.join(pdfjsFolder, 'wasm')}/`,
      useSystemFonts: false,
      disableFontFace: true,
      isEvalSupported: false,
      verbosity: 0,
    }).promise
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new DomainError('E_UNREADABLE_FILE', 'El PDF está protegido con contraseña.')
    }
    throw new DomainError('E_UNREADABLE_FILE', 'El PDF está dañado o incompleto.')
  }
}

/** The XML files attached to a PDF (Factur-X, ZUGFeRD, XRechnung, a signed Facturae and the like). */
export async function listXmlAttachments(document: PDFDocumentProxy): Promise<Uint8Array[]> {
  const attachments: unknown = await document.getAttachments()
  if (typeof attachments !== 'object' || attachments === null) return []
  return Object.values(attachments).flatMap((attachment: unknown) => {
    if (typeof attachment !== 'object' || attachment === null) return []
    const { filename, content } = attachment as { filename?: unknown; content?: unknown }
    const isXml = typeof filename === 'string' && /\.(xml|xsig)$/i.test(filename)
    return isXml && content instanceof Uint8Array ? [content] : []
  })
}
