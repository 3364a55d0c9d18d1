import { test } from '@japa/runner'
import { buildPain001 } from '#app/payments/files/pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { XmlValidator } from '#app/payments/files/xml_validator'
import { file } from '#tests/payments/files/credit_transfers'

const sound = buildPain001(file())
const broken = sound.replace('<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>NADA</ChrgBr>')

test.group('Files of one release', () => {
  test('a broken file is refused alone and told where, the ones around it pass', async ({
    assert,
    cleanup,
  }) => {
    const validator = new XmlValidator()
    cleanup(() => validator.close())

    const judged = await Promise.all(
      [sound, broken, sound].map((xml) => validator.validate(xml, 'pain.001.001.09'))
    )

    assert.deepEqual(
      judged.map(({ isValid }) => isValid),
      [true, false, true]
    )
    assert.include(judged[1]?.errors[0]?.message, 'ChrgBr')
    assert.isNumber(judged[1]?.errors[0]?.line)
  })

  test('each is judged as if it were the only one', async ({ assert, cleanup }) => {
    const validator = new XmlValidator()
    cleanup(() => validator.close())
    await validator.validate(broken, 'pain.001.001.09')

    const judged = await validator.validate(broken, 'pain.001.001.09')

    assert.deepEqual(judged, await validateXml(broken, 'pain.001.001.09'))
  })

  test('a file cut off in the middle is refused alone', async ({ assert, cleanup }) => {
    const validator = new XmlValidator()
    cleanup(() => validator.close())

    const cut = await validator.validate(sound.slice(0, sound.length / 2), 'pain.001.001.09')
    const next = await validator.validate(sound, 'pain.001.001.09')

    assert.isFalse(cut.isValid)
    assert.match(cut.errors[0]?.message ?? '', /parser error/)
    assert.deepEqual(next, { isValid: true, errors: [] })
  })
})
