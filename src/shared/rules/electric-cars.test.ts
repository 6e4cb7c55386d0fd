import { expect, test } from 'vitest'
import { isKnownElectric } from './electric-cars.ts'

test.each([
  ['Tesla', 'Model 3', 2019],
  ['tesla', 'model3 long range', 2021],
  ['Nissan', 'Leaf SV', 2015],
  ['Chevrolet', 'Bolt EUV', 2022],
  ['Chevy', 'Bolt', 2019],
  ['Chevrolet', 'Silverado EV', 2024],
  ['Ford', 'Mustang Mach-E', 2021],
  ['Ford', 'F-150 Lightning', 2023],
  ['Ford', 'F150 Lightning', 2023],
  ['Ford', 'Focus Electric', 2014],
  ['Hyundai', 'Kona Electric', 2020],
  ['Hyundai', 'Ioniq5', 2023],
  ['Kia', 'Niro EV', 2021],
  ['Kia', 'EV6', 2023],
  ['VW', 'ID.4', 2022],
  ['Volkswagen', 'ID4', 2022],
  ['Volkswagen', 'e-Golf', 2018],
  ['Mercedes-Benz', 'EQS 450+', 2023],
  ['Mercedes', 'EQB', 2023],
  ['BMW', 'iX xDrive50', 2023],
  ['Audi', 'Q8 e-tron', 2024],
  ['Audi', 'e-tron GT', 2022],
  ['Genesis', 'Electrified GV70', 2024],
  ['Polestar', '2', 2022],
  ['Volvo', 'XC40 Recharge', 2022],
  ['Rivian', 'R1T', 2023],
  ['Acura', 'ZDX', 2024],
  ['Toyota', 'bZ4X', 2023],
])('a %s %s of %i has a battery alone', (make, model, year) => {
  expect(isKnownElectric(make, model, year)).toBe(true)
})

test.each([
  ['Toyota', 'Camry', 2018],
  ['Toyota', 'RAV4 Prime', 2022],
  ['Chevrolet', 'Volt', 2014],
  ['Chevrolet', 'Silverado 1500', 2020],
  ['Ford', 'Mustang', 2021],
  ['Ford', 'F-150', 2023],
  ['Ford', 'F-150 Lightning', 2003],
  ['Acura', 'ZDX', 2012],
  ['Hyundai', 'Ioniq Plug-In Hybrid Electric', 2019],
  ['Hyundai', 'ix35', 2013],
  ['Kia', 'Niro', 2021],
  ['Audi', 'A3 Sportback e-tron', 2017],
  ['Audi', 'Q5', 2021],
  ['BMW', 'i8', 2016],
  ['BMW', 'i3', 2017],
  ['BMW', '530e', 2020],
  ['Volvo', 'XC60 Recharge', 2022],
  ['Polestar', '1', 2021],
  ['MINI', 'Cooper SE Countryman ALL4', 2021],
  ['Jeep', 'Grand Wagoneer', 2022],
  ['Honda', 'Clarity Plug-In Hybrid', 2019],
  ['Mercedes-Benz', 'E-Class', 2019],
  ['Lexus', 'RX', 2020],
])('a %s %s of %i has an engine', (make, model, year) => {
  expect(isKnownElectric(make, model, year)).toBe(false)
})
