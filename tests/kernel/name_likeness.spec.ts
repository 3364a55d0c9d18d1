import { test } from '@japa/runner'
import { nameLikeness } from '#app/kernel/text/name_likeness'

test.group('Names of parties in other letters', () => {
  test('«{name}» is «{other}»')
    .with([
      { name: 'Ξενοδοχεία Αιγαίου Α.Ε.', other: 'Ξενοδοχεία Αιγαίου Α.Ε.' },
      { name: 'Ξενοδοχεία Αιγαίου', other: 'ΞΕΝΟΔΟΧΕΙΑ ΑΙΓΑΙΟΥ' },
      { name: 'Ξενοδοχεία Αιγαίου', other: 'Xenodocheia Aigaiou' },
      { name: 'Μπουτάρης Ευάγγελος', other: 'Boutaris Evangelos' },
      { name: 'Μπουτάρης Ευάγγελος', other: 'Mpoytaris Eyaggelos' },
      { name: 'ООО Южная Гостиница', other: 'ООО «ЮЖНАЯ ГОСТИНИЦА»' },
      { name: 'ООО Южная Гостиница', other: 'OOO Yuzhnaya Gostinitsa' },
      { name: 'ООО Южная Гостиница', other: 'OOO Ûžnaâ Gostinica' },
      { name: 'Щербаков Юрий', other: 'Shcherbakov Iurii' },
      { name: 'Българска Поща ЕООД', other: 'Balgarska Poshta EOOD' },
    ])
    .run(({ assert }, { name, other }) => {
      assert.isAbove(nameLikeness(name, other), 0.99)
      assert.isAbove(nameLikeness(other, name), 0.99)
    })

  test('«{name}» is not «{other}»')
    .with([
      { name: 'Ξενοδοχεία Αιγαίου', other: 'Αρτοποιία Ήλιος' },
      { name: 'Южная Гостиница', other: 'Северный Завод' },
      { name: 'Ξενοδοχεία Αιγαίου', other: 'Южная Гостиница' },
      { name: 'Ξενοδοχεία Αιγαίου', other: 'Panadería Sol' },
    ])
    .run(({ assert }, { name, other }) => {
      assert.isBelow(nameLikeness(name, other), 0.3)
    })
})
