import { X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

/**
 * What the electronic signature of an XML says of it. `intact`: what was signed is what the file says, every byte of its
 * content. `altered`: it was changed after it was signed. `unknown`: it cannot be told (another kind of signature, one that
 * does not cover the document). Whether somebody vouches for the certificate, or withdrew it, is not asked.
 */
export type ReadSignature = {
  state: 'intact' | 'altered' | 'unknown'
  /** Whose certificate it is, as the certificate names them. */
  signer: string | null
  /** When the signer says that it was signed: an instant as it is written. */
  signedAt: string | null
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const BYTES_MAX = 5 * 1024 * 1024

/**
 * Verifies the enveloped XAdES signature of an XML (ETSI EN 319 132; Facturae 3.2.x, política de firma 3.1) against the
 * certificate inside it: all its references and the signature over them. Null where there is none.
 */
export function verifySignature(xml: string): ReadSignature | null {
  if (!xml.includes(DSIG) || !xml.includes('SignatureValue')) return null
  if (xml.length > BYTES_MAX) return { state: 'unknown', signer: null, signedAt: null }
  const root = new DOMParser({ errorHandler: () => {} }).parseFromString(xml, 'text/xml').documentElement
  const signature = root ? childOf(root, 'Signature') : null
  if (!root || !signature) return null
  const certificate = certificateOf(signature)
  const about = {
    signer: certificate ? nameOf(certificate) : null,
    signedAt: textOf(signature, 'SigningTime'),
  }
  if (!certificate) return { state: 'unknown', ...about }
  return { state: stateOf({ xml, root, signature, certificate }), ...about }
}

type Signed = { xml: string; root: Element; signature: Element; certificate: X509Certificate }

function stateOf({ xml, root, signature, certificate }: Signed): ReadSignature['state'] {
  try {
    const verifier = new SignedXml({ publicCert: certificate.toString() })
    verifier.loadSignature(signature)
    if (!coversDocument(verifier, root)) return 'unknown'
    return verifier.checkSignature(xml) ? 'intact' : 'altered'
  } catch (error) {
    // Said by the library where a reference or the signature over them does not hold; anything else is a form it does not know.
    return error instanceof Error && /^invalid signature/.test(error.message) ? 'altered' : 'unknown'
  }
}

/** A signature over something else proves nothing of the invoice. */
function coversDocument(verifier: SignedXml, root: Element): boolean {
  const id = ['Id', 'ID', 'id'].map((name) => root.getAttribute(name)).find(Boolean)
  return verifier.getReferences().some(({ uri }) => uri === '' || (id !== undefined && uri === `#${id}`))
}

function certificateOf(signature: Element): X509Certificate | null {
  const text = textOf(signature, 'X509Certificate')
  if (!text) return null
  try {
    return new X509Certificate(Buffer.from(text.replaceAll(/\s/g, ''), 'base64'))
  } catch {
    return null
  }
}

/** The company of a certificate, else its common name. */
function nameOf({ subject }: X509Certificate): string | null {
  const part = (key: string) =>
    subject
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll(/\\(.)/g, '$1')
  return part('O') ?? part('CN') ?? null
}

function childOf(parent: Element, name: string): Element | null {
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (
      node.nodeType === 1 &&
      (node as Element).localName === name &&
      (node as Element).namespaceURI === DSIG
    )
      return node as Element
  return null
}

function textOf(signature: Element, name: string): string | null {
  return signature.getElementsByTagNameNS('*', name)[0]?.textContent?.trim() || null
}
