/** Ordinary words one letter away from a label that says something else: alone none of them is that label misread. */
export const ownWords: ReadonlySet<string> = new Set(
  (
    'parcela factor facturar blanco franco cuesta cuenca cedido dentro charge united limited impresa pagare recibi rectificacion ' +
    'identificacion nocturno lineal material suscripcion aparte fidelizacion codigodebarras codigobarras libros'
  ).split(' ')
)

const jointWords = new Set(
  (
    'a al ante con contra d da das de del della der des di do dos du e el en es esta este et from for i in inc it la las le les lo los ltd ' +
    'mi mit ni no nuestra nuestro o of or para per por pour que sa se sin sl sobre su sus suma the to tu u un una und van von vom vuestra ' +
    'vuestro with y zu zum zur'
  ).split(' ')
)

/** Whether a compact word only joins others: a label holds it as it is or not at all. */
export function isJointWord(word: string): boolean {
  return jointWords.has(word)
}
