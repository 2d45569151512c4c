export default 'zh-Hant|und-Latn;Kowloon|九龍|Kowloon;Hong Kong Island|香港島|Hong Kong Island;New Territories|新界|New Territories';
