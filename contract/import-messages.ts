/** Messages that explain why an uploaded file or one of its rows is rejected. */
export const fileMessages = {
  'import.unreadable': [
    '无法读取，请选择 xlsx、xls、ods 或 csv 文件',
    "This isn't a readable xlsx, xls, ods or csv file",
  ],
  'import.type': [
    '不支持 {type} 文件，请另存为 .xlsx、.xls、.ods 或 .csv 后再上传',
    "{type} files can't be imported. Save the sheet as .xlsx, .xls, .ods or .csv and upload it again.",
  ],
  'import.password': [
    '文件设有打开密码，请取消密码后再上传',
    'The file has a password. Remove the password and upload the file again.',
  ],
  'import.hidden': [
    '文件中的工作表全部隐藏，请取消隐藏后再上传',
    'All sheets of the file are hidden. Unhide the sheet with the rows and upload the file again.',
  ],
  'import.tooLarge': ['文件内容过大', 'The content of the file is too large'],
  'import.rows': [
    '最多 {max} 行（含空行），请删除空行或拆分文件',
    'The file can have at most {max} rows, including empty ones. Delete empty rows or split the file.',
  ],
  'import.cells': [
    '最多 {max} 个单元格（含空单元格），请删除空列或拆分文件',
    'The file can have at most {max} cells, including empty ones. Delete empty columns or split the file.',
  ],
  'file.failed': ['文件处理失败，请稍后再试', "The file couldn't be processed. Try again later."],
  'import.columns': ['最多 {max} 列', 'The file can have at most {max} columns'],
  'import.formula': [
    '{cell} 含有公式，请粘贴为数值后再上传',
    '{cell} contains a formula. Replace it with its value and upload the file again.',
  ],
  'import.active': [
    '文件含有宏或指向其他文件的链接，请另存为普通工作簿后再上传',
    'The file contains macros or links to other files. Save it as a plain workbook and upload it again.',
  ],
  'import.empty': ['文件中没有数据行', 'The file has no rows with data'],
  'import.titles': [
    '打开文件时显示的工作表，第一行没有模板中的列名。请切换到要导入的工作表并保存，或使用模板',
    "The first row doesn't match the template's column names. Open the sheet you want to import, save the file and upload it again, or use the template.",
  ],
  'import.column': ['缺少“{title}”列，请使用模板', 'The column “{title}” is missing. Use the template.'],
  'import.titleTwice': ['“{title}”列出现了两次', 'The column “{title}” appears twice'],
  'import.repeated': ['与第 {row} 行重复', 'Duplicate of row {row}'],
  'import.date': [
    '日期应为 2026-01-31 或 2026-01-31 08:30',
    'Enter a date such as 2026-01-31 or 2026-01-31 08:30',
  ],
  'import.digits': [
    '超过 15 位的数字会被表格软件改写，请将单元格设为文本后重新填写',
    'Spreadsheets keep only 15 digits of a number. Format the cell as text and enter the number again.',
  ],
  'import.cellError': [
    '{cell} 的内容是错误值 {value}，请填写正确的内容',
    '{cell} contains the error {value}. Enter the correct value.',
  ],
  'import.cellBoolean': [
    '{cell} 的内容是逻辑值 {value}，请将单元格设为文本后重新填写',
    '{cell} contains the logical value {value}. Format the cell as text and enter the value again.',
  ],
  'import.cellFormat': [
    '{cell} 的内容是日期、时间或百分比（显示为 {value}），请将单元格设为文本后重新填写',
    '{cell} contains a date, time or percentage, shown as {value}. Format the cell as text and enter the value again.',
  ],
  'import.cellNumber': [
    '{cell} 的内容是数字 {value}，请将单元格设为日期，或填写日期，例如 2026-01-31',
    '{cell} contains the number {value}. Format the cell as a date, or enter the date as text, for example 2026-01-31.',
  ],
  'import.cellEarly': [
    '{cell} 的日期早于 1970-01-01，请填写正确的日期',
    '{cell} contains a date before 1970-01-01. Enter the correct date.',
  ],
  'import.wrongRows': [
    '有 {count} 行无法导入，未导入任何数据',
    "{count} rows can't be imported. Nothing was imported.",
  ],
  'import.changed': ['数据已发生变化，请重新预览', 'The data has changed. Check the preview again.'],
  'import.gone': ['上传的文件已过期，请重新上传', 'The upload has expired. Upload the file again.'],
} as const
