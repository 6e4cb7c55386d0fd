import { expect, test } from 'vitest'
import { nameParts, withSuffix } from './name-parts.ts'

test.each([
  ['Olivia Bennett', 'Olivia', 'Bennett'],
  ['Bennett, Olivia', 'Olivia', 'Bennett'],
  ['Mary Ann  Smith', 'Mary Ann', 'Smith'],
  ['Cher', 'Cher', ''],
  ['Harlan, Victor, Jr.', 'Victor', 'Harlan Jr.'],
  ['Harlan, Victor Jr.', 'Victor', 'Harlan Jr.'],
  ['Harlan Jr., Victor', 'Victor', 'Harlan Jr.'],
  ['Victor Harlan, Jr.', 'Victor', 'Harlan Jr.'],
  ['Victor Harlan III', 'Victor', 'Harlan III'],
  ['Victor Harlan, MD', 'Victor', 'Harlan MD'],
  ['María de la Cruz', 'María', 'de la Cruz'],
  ['Ludwig van der Berg', 'Ludwig', 'van der Berg'],
  ['De La Cruz, María', 'María', 'De La Cruz'],
  ['Bennett Plumbing, LLC', 'Bennett Plumbing, LLC', ''],
  ['Bennett, LLC', 'Bennett, LLC', ''],
  ['Acme, Inc.', 'Acme, Inc.', ''],
  ['Smith & Sons', 'Smith & Sons', ''],
  ['City of Austin', 'City of Austin', ''],
  ['Ann & Max Lee', 'Ann & Max', 'Lee'],
  ['Law Offices of Kim, P.C.', 'Law Offices of Kim, P.C.', ''],
  ['Law Office of Ann Kim', 'Law Office of Ann Kim', ''],
  ['Smile Dental, P.A.', 'Smile Dental, P.A.', ''],
  ['Acme, L.P.', 'Acme, L.P.', ''],
  ['Total Wine & More', 'Total Wine & More', ''],
  ['Doe, Jane, M.D.', 'Jane', 'Doe M.D.'],
  ['Doe, Jane, Ph.D.', 'Jane', 'Doe Ph.D.'],
  ['Smith, Jones, Roe', 'Smith, Jones, Roe', ''],
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Ada', 'Ada', ''],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['García López, María José', 'María José', 'García López'],
  ['Harlan,', 'Harlan', ''],
  ['', '', ''],
  ['Acme Fleet, LLC', 'Acme Fleet, LLC', ''],
  ['Acme Fleet L.L.C.', 'Acme Fleet L.L.C.', ''],
  ['Acme Inc.', 'Acme Inc.', ''],
  ['Roe & Co.', 'Roe & Co.', ''],
  ['Tran Co', 'Tran', 'Co'],
  ['Joe’s Tire Shop', 'Joe’s Tire Shop', ''],
  ['The O’Brien Family Trust', 'The O’Brien Family Trust', ''],
  ['First Baptist Church', 'First Baptist Church', ''],
  ['St. Mary’s Church', 'St. Mary’s Church', ''],
  ['Charlotte Church', 'Charlotte', 'Church'],
  ['Taller Mecánico Hernández', 'Taller Mecánico Hernández', ''],
  ['Iglesia Bautista', 'Iglesia Bautista', ''],
  ['Aceites Ruiz, S.A. de C.V.', 'Aceites Ruiz, S.A. de C.V.', ''],
])('%j is %j and %j', (name, firstName, lastName) => {
  expect(nameParts(name)).toEqual({ firstName, lastName })
})

test('a suffix of its own column joins the last name', () => {
  expect(withSuffix({ firstName: 'Victor', lastName: 'Harlan' }, 'Jr.')).toEqual({
    firstName: 'Victor',
    lastName: 'Harlan Jr.',
  })
})
