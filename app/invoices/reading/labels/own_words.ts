/** Words that recognition reads as they are printed: alone none of them is a misread label. */
const ownWords = new Set(
  (
    'parcela parcelas folios factor facturar facturado facturados factorial honorarios alboran blanco blanca franco cuesta cuenca cuestas ' +
    'cedido soller dentro centros herren charge united limited impresa impreso pagare recibi rectificacion identificacion certificado ' +
    'nocturno lineal lineales material suscripcion ponton aparte fidelizacion promociones propietarios fincas abonado abonos camarera ' +
    'devoluciones registered professional tarjeta terminal cartera botella parking bodega bodegas ' +
    'codigodebarras codigobarras libros litoral valores vales solares salario salarios mensual anual general central'
  ).split(' ')
)

/** Short words that lead to a label or go on behind one. */
const jointWords = new Set(
  (
    'a al ante con contra d da das de del della der des di do dos du e el en es esta este et from for i in inc it la las le les lo los ltd ' +
    'mi mit ni no nuestra nuestro o of or para per por pour que se sin sl sobre su sus suma the to tu u un una und van von vom vuestra ' +
    'vuestro with y zu zum zur art rd va ve'
  ).split(' ')
)

/** Whether a compact text is a word that must not be taken for a misread label. */
export function isOwnWord(text: string): boolean {
  return ownWords.has(text)
}

/** Whether a compact word only joins others, so that a label holds it as it is or not at all. */
export function isJointWord(word: string | undefined): boolean {
  return word !== undefined && jointWords.has(word)
}
